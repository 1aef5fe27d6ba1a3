// MUST NOT: overflow the host's stack by 400,000 levels in one line
// ENDS: crash
if (typeof __wire === 'undefined') return 'n/a';
__wire('{"t":"call","id":1,"node":0,"kind":"tool","name":"echo","args":' + '['.repeat(400000) + ']'.repeat(400000) + ',"nodes":[]}');
return 'after';
