// MUST NOT: see objects of the host, or the time, through weak references and finalizers
const seen = [];
if (typeof WeakRef === 'function' || typeof FinalizationRegistry === 'function') return 'ESCAPED: garbage collection shows';
try { seen.push(new WeakMap([[host.call, 1]]), new WeakSet([host, host.call])); } catch (e) { seen.push(e); }
try { gc(); return 'ESCAPED: gc'; } catch (e) {}
return (await lootedAny(seen)) || 'safe';
