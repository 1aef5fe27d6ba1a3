// MUST NOT: keep a run busy by an async generator that never returns
// ENDS: limit, guest-error, crash
async function* endless() { try { for (;;) yield 1; } finally { for (;;) {} } }
let turns = 0;
for await (const one of endless()) { turns += one; if (turns > 1000) break; }
