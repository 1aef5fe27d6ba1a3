// MUST NOT: with the realm ALREADY broken, keep the host waiting for the end of a line that comes byte by byte
// ENDS: limit
if (typeof __omni === 'undefined') for (;;) {}
const { writeSync } = __omni.require('fs');
for (;;) { writeSync(1, 'g'); Atomics_wait(); }
function Atomics_wait() { const until = __omni.process.hrtime()[1] + 1e6; while (__omni.process.hrtime()[1] < until && __omni.process.hrtime()[1] > 2e6); }
