// MUST NOT: with the realm ALREADY broken, fill standard error without end
// ENDS: limit, crash
if (typeof __omni === 'undefined') for (;;) {}
const { writeSync } = __omni.require('fs');
for (;;) { try { writeSync(2, 'x'.repeat(65536)); } catch (e) {} }
