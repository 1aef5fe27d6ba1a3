// MUST NOT: take memory outside of the heap without bound
// ENDS: limit, guest-error, crash
const kept = [];
for (let n = 0; n < 64; n += 1) kept.push(new Uint8Array(1 << 25).fill(1));
return 'RESOURCE: 2 GiB of buffers';
