// MUST NOT: change the host through nodes that have __proto__ for a key
// ENDS: crash
if (typeof __wire === 'undefined') return 'n/a';
__wire('{"t":"nodes","nodes":[{"id":1,"parent":0,"kind":"note","name":"x","__proto__":{"polluted":"yes"}}]}');
return 'after';
