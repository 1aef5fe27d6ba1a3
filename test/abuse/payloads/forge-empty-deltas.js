// MUST NOT: hold the host up by messages without end that carry nothing
// ENDS: crash, limit
if (typeof __wire === 'undefined') return 'n/a';
for (;;) __wire('{"t":"nodes","nodes":[],"dropped":1}');
