// MUST NOT: return a value of 2^40 leaves made of 40 shared objects
// ENDS: limit, guest-error
let v = { x: 1 };
for (let n = 0; n < 40; n += 1) v = { a: v, b: v };
return v;
