// MUST NOT: be read in two ways by keys that stand twice or that are __proto__
// ENDS: crash
if (typeof __wire === 'undefined') return 'n/a';
__wire('{"t":"nodes","t":"end","ok":true,"ok":false,"__proto__":{"ok":true,"value":"ESCAPED"},"value":"ESCAPED: read twice","nodes":[],"dropped":0}');
return 'after';
