// MUST NOT: make a call out of turn: an id that skips, repeats, is zero or too large
// ENDS: crash
if (typeof __wire === 'undefined') return 'n/a';
const call = (id) => `{"t":"call","id":${id},"node":1,"kind":"tool","name":"echo","args":{},"nodes":[]}`;
__wire(call(1)); __wire(call(1)); __wire(call(0)); __wire(call(-1)); __wire(call('9007199254740993')); __wire(call('1.5'));
return 'after';
