// MUST NOT: hand the host a number that is no JSON: 1e999 parses to Infinity
// ENDS: crash
if (typeof __wire === 'undefined') return 'n/a';
__wire('{"t":"end","ok":true,"value":{"score":[1e999,-1e999]},"nodes":[],"dropped":0}');
return 'after';
