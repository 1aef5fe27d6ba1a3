// MUST NOT: turn what the bridge defines into accessors by get, set, writable and value on Object.prototype
const seen = [];
for (const key of ['get', 'set', 'value', 'writable', 'configurable', 'enumerable', 'then']) { try { Object.defineProperty(Object.prototype, key, { __proto__: null, configurable: true, get() { seen.push(this); return key === 'then' ? undefined : function (v) { seen.push(this, v); }; } }); } catch (e) { seen.push(e); } }
const results = [await settled(() => host.call('fail', 1)), await settled(() => host.call('echo', [{ a: 1 }]))];
for (const key of ['get', 'set', 'value', 'writable', 'configurable', 'enumerable', 'then']) delete Object.prototype[key];
return (await lootedAny([...seen, ...results])) || 'safe';
