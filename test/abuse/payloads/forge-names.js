// MUST NOT: get past the host's look-up by names with NUL, lone surrogates, other directions and marks
// ENDS: answered, crash, guest-error
if (typeof __wire === 'undefined') return 'n/a';
const names = ['echo\\u0000', '\\ud800echo', '\\u202eohce', 'e\\u0301cho', 'echo\\u200b', 'ECHO', 'echo ', '', '../echo', '%65cho', 'echo\\n', 'x'.repeat(200)];
names.forEach((name, n) => __wire(`{"t":"call","id":${n + 1},"node":0,"kind":"tool","name":"${name}","args":{"n":${n}},"nodes":[]}`));
await new Promise(() => {});
