// MUST NOT: put two nodes of one id into the trace, or take an id back
// ENDS: crash
if (typeof __wire === 'undefined') return 'n/a';
__wire('{"t":"nodes","nodes":[{"id":7,"parent":0,"kind":"note","name":"x"}]}');
__wire('{"t":"nodes","nodes":[{"id":7,"parent":0,"kind":"note","name":"y"}]}');
return 'after';
