// MUST NOT: hang or crash by a comparator that throws, changes the array or never agrees
// ENDS: limit, guest-error
const big = Array.from({ length: 20000 }, (_, n) => n);
try { big.sort(() => { throw host; }); } catch (e) { if (e !== host) return 'WRONG: another error'; }
big.sort(() => Math.random() - 0.5);
big.sort((a, b) => { big.length = 10; big.push(a, b); return NaN; });
try { [].sort.call({ length: 2 ** 53 - 1, 0: 1 }, () => 1); } catch (e) {}
for (;;) [...big].sort(() => 1);
