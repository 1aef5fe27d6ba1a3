// MUST NOT: find bytes of an earlier run in memory that is not cleared
for (let n = 0; n < 8; n += 1) { const bytes = new Uint8Array(1 << 20); for (let at = 0; at < bytes.length; at += 4096) if (bytes[at] !== 0) return 'ESCAPED: memory is not cleared'; }
for (let n = 0; n < 8; n += 1) new Uint8Array(1 << 20).fill(0x5a);
return 'PLANTED';
