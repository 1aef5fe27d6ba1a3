// MUST NOT: make a call of a kind that is none
// ENDS: crash
if (typeof __wire === 'undefined') return 'n/a';
__wire('{"t":"call","id":1,"node":0,"kind":"eval","name":"echo","args":{"x":1},"nodes":[]}');
return 'after';
