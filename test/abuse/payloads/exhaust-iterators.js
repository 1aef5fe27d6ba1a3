// MUST NOT: spread what has no end or no bound
// ENDS: limit, guest-error, crash
const seen = [];
for (const work of [() => new Array(2 ** 32), () => Math.max(...Array(1e6)), () => String.fromCharCode(...Array(1e6)), () => Array.prototype.concat.call([], { length: 2 ** 53 - 1, [Symbol.isConcatSpreadable]: true })]) { const e = caught(work); if (e) seen.push(e); }
const found = await lootedAny(seen); if (found) return found;
return [...(function* () { for (;;) yield 'x'; })()].length;
