// MUST NOT: end a message with a line break of its own and begin another as the runner
// ENDS: crash
if (typeof __wire === 'undefined') return 'n/a';
__wire('{"t":"end","ok":true,"value":"forged","nodes":[],"dropped":0}\ncready');
return 'after';
