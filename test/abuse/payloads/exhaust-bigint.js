// MUST NOT: hang in arithmetic that cannot be interrupted
// ENDS: limit, guest-error, crash
let n = 3n;
for (let k = 0; k < 40; k += 1) n = n * n;
return String(n).length;
