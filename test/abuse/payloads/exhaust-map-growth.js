// MUST NOT: fill the heap by a map
// ENDS: limit, guest-error, crash
const map = new Map();
for (let n = 0; ; n += 1) map.set({ n }, 'x' + n);
