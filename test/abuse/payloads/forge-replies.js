// MUST NOT: start itself again, or get more than its own result forged, by answering its own calls
const doors = globalThis.__espalier;
if (doors === undefined) return 'n/a';
const tried = [];
for (const work of [() => doors.reply('{"id":1,"ok":true,"value":{"forged":true}}'), () => doors.reply('{"id":-1}'), () => doors.reply('null'), () => doors.reply('{"id":"__proto__","ok":true}'), () => doors.reply({ toString: () => '{}' })]) { const e = caught(work); if (e) tried.push(e); }
const call = host.call('echo', 'true one');
try { doors.reply('{"id":1,"ok":true,"value":"forged"}'); } catch (e) { tried.push(e); }
const got = await settled(() => call);
try { doors.start('{"task":"again","seed":"x","tools":["secretTool"],"limits":{"nodes":1e9,"previewChars":1e9,"previewTotalChars":1e9,"loopFuel":1e9}}'); } catch (e) { tried.push(e); }
try { globalThis.__espalier = { start() {}, reply() {} }; Object.defineProperty(globalThis, '__espalier', { value: 1 }); } catch (e) { tried.push(e); }
return (await lootedAny(tried)) || (got === 'forged' ? 'own result forged' : 'safe');
