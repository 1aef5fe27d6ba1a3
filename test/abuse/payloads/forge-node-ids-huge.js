// MUST NOT: put a node into the trace whose id is beyond what a number holds exactly, or infinite
// ENDS: crash
if (typeof __wire === 'undefined') return 'n/a';
__wire('{"t":"nodes","nodes":[{"id":9007199254740993,"parent":0,"kind":"note","name":"x"}]}');
__wire('{"t":"nodes","nodes":[{"id":1e999,"parent":0,"kind":"note","name":"x"}]}');
return 'after';
