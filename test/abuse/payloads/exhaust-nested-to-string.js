// MUST NOT: crash the engine by deep structures that are turned into text, or by deep source text
const seen = [];
let list = []; for (let n = 0; n < 100000; n += 1) list = [list];
for (const work of [() => String(list), () => JSON.stringify(list), () => list.flat(Infinity), () => JSON.parse('['.repeat(1e6)), () => new RegExp('('.repeat(1e5) + ')'.repeat(1e5)), () => new RegExp('[' + '\\w'.repeat(1e5) + ']{1,1000}{2}')]) { const e = caught(work); if (e) seen.push(e); }
return (await lootedAny(seen)) || 'safe';
