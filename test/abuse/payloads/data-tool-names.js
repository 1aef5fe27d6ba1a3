// MUST NOT: reach a tool that was not granted by names that look like others or are no text
const names = ['\0', 'echo\0', '\ud800', '\u202eohce', 'e\u0301cho', 'ECHO', '__proto__', '__defineGetter__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', 'isPrototypeOf', '', ' ', 'secretTool', 'echo/../secretTool', ['secretTool'], { toString: () => 'secretTool' }, Symbol.iterator, Symbol.toStringTag, null, undefined, NaN, -0, 1n, 'x'.repeat(1e6)];
let turn = 0;
const two = { toString: () => (turn++ === 0 ? 'echo' : 'secretTool') };
const got = [];
for (const name of [...names, two]) { try { const value = await host.call(name, 'x'); if (name !== two && value !== null && value !== undefined) got.push(String(name)); } catch (e) { const found = await looted(e); if (found) return found; } }
return got.length === 0 ? 'safe' : 'ESCAPED: tools ' + got.join(' ');
