// MUST NOT: take memory by a string that doubles and is then flattened
// ENDS: limit, guest-error, crash
const kept = [];
for (let n = 0; n < 32; n += 1) { let s = 'x' + n; while (s.length < 1 << 26) s += s; kept.push(s.toUpperCase() + n); }
return 'RESOURCE: strings of 2 GiB';
