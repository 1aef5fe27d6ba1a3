// MUST NOT: put a node into the trace whose id is negative
// ENDS: crash
if (typeof __wire === 'undefined') return 'n/a';
__wire('{"t":"nodes","nodes":[{"id":-1,"parent":0,"kind":"note","name":"x"}]}');
return 'after';
