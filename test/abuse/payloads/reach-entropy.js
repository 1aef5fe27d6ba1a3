// MUST NOT: get randomness that the seed does not decide
const drawn = [];
const ask = (work) => { try { const got = work(); if (got) drawn.push(String(got)); } catch (e) {} };
ask(() => crypto.randomUUID()); ask(() => crypto.getRandomValues(new Uint8Array(4)).join()); ask(() => require('crypto').randomBytes(4)); ask(() => new SharedArrayBuffer(4));
const numbers = [Math.random(), Math.random(), Math.random()];
if (numbers[0] === numbers[1] || numbers.some((n) => !(n >= 0 && n < 1))) return 'WRONG: Math.random gave ' + numbers.join(' ');
// The seed of every run of this suite is the same, so that the numbers are, too.
const first = (globalThis.__numbers ??= numbers.join());
return drawn.length === 0 && first === numbers.join() ? 'safe' : 'ESCAPED: entropy ' + drawn.join(' ');
