// MUST NOT: make the host hold a line without bound
// ENDS: limit
if (typeof __wire === 'undefined') return 'n/a';
__wire('{"t":"end","ok":true,"value":"' + 'x'.repeat(6 << 20) + '","nodes":[],"dropped":0}');
return 'after';
