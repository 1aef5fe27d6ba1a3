// MUST NOT: hold the host up by empty lines without end
// ENDS: crash, limit
if (typeof __wire === 'undefined') return 'n/a';
for (;;) __wire('');
