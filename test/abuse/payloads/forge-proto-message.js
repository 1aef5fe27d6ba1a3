// MUST NOT: be taken for a message by members that stand on its prototype alone
// ENDS: crash
if (typeof __wire === 'undefined') return 'n/a';
__wire('{"__proto__":{"t":"end","ok":true,"value":"ESCAPED: inherited","nodes":[],"dropped":0},"polluted":1}');
return 'after';
