// MUST NOT: hang in text functions that cannot be interrupted
// ENDS: limit, guest-error, crash
const text = 'a\u0301'.repeat(1 << 18);
for (;;) { text.normalize('NFKD'); text.localeCompare(text + 'b'); text.split('').reverse().join(''); text.replaceAll('a', (c) => c + c); }
