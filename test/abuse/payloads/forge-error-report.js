// MUST NOT: hold the host up or mislead it by the report of an error: endless frames, control characters
if (typeof __wire === 'undefined') return 'n/a';
const frames = '(' + 'harness.js:1:1) (harness.js:'.repeat(600) + '1'.repeat(2000) + ':' + '1'.repeat(2000);
__wire(JSON.stringify({ t: 'end', ok: false, error: { name: '\u0000\u001b[2J', message: '\u202e\ud800'.repeat(900), stack: frames.slice(0, 20000) }, nodes: [], dropped: 2 ** 40 }));
return 'after';
