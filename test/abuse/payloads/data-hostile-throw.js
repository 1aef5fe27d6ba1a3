// MUST NOT: mislead or bloat the host by what is thrown: control characters, huge texts, errors in errors
// ENDS: guest-error, limit
const inner = new AggregateError([new Error('a')], 'x'.repeat(1e6));
inner.errors.push(inner); inner.cause = inner;
inner.name = '__proto__'; inner.message = '\x1b]0;owned\x07\r\n"}\n{"t":"end","ok":true}\u2028' + 'y'.repeat(1e6);
inner.stack = 'Error\n    at f (harness.js:1:1)\n' + '    at (((((((((('.repeat(1e5);
inner.toString = () => { for (;;) {} };
throw inner;
