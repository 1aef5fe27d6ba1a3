// MUST NOT: hold the host up or bloat it by messages without end, each as large as is allowed
// ENDS: crash, limit
if (typeof __wire === 'undefined') return 'n/a';
const args = '[' + '[],'.repeat(340000) + '[]]';
for (let id = 1; ; id += 1) __wire(`{"t":"call","id":${id},"node":0,"kind":"tool","name":"echo","args":${args},"nodes":[]}`);
