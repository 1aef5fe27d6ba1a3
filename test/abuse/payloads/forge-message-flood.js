// MUST NOT: hold the host up by messages without end, each of them valid
// ENDS: crash, limit
if (typeof __wire === 'undefined') return 'n/a';
for (let id = 1; ; id += 1) __wire(`{"t":"nodes","nodes":[{"id":${id},"parent":0,"kind":"note","name":"flood"}]}`);
