// MUST NOT: make a node its own ancestor
// ENDS: crash
if (typeof __wire === 'undefined') return 'n/a';
__wire('{"t":"nodes","nodes":[{"id":5,"parent":6,"kind":"note","name":"x"},{"id":6,"parent":5,"kind":"note","name":"x"}]}');
return 'after';
