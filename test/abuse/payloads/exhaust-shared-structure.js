// MUST NOT: send a value of 2^40 leaves made of 40 shared arrays
// ENDS: limit, guest-error
let v = ['x'];
for (let n = 0; n < 40; n += 1) v = [v, v];
await host.call('echo', v);
while (typeof __wire === 'undefined');
