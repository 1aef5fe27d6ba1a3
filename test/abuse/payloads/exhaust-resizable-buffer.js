// MUST NOT: take memory by growing one buffer
// ENDS: limit, guest-error, crash
const buffer = new ArrayBuffer(8, { maxByteLength: 2 ** 32 });
for (let size = 1 << 20; size <= 2 ** 31; size *= 2) { buffer.resize(size); new Uint8Array(buffer).fill(1); }
return 'RESOURCE: 2 GiB in one buffer';
