// MUST NOT: hold the host up by one message of 80,000 members that no message has
// ENDS: crash
if (typeof __wire === 'undefined') return 'n/a';
let members = ''; for (let n = 0; n < 80000; n += 1) members += `"k${n}":1,`;
__wire('{' + members + '"t":"end","ok":true,"value":1,"nodes":[],"dropped":0}');
return 'after';
