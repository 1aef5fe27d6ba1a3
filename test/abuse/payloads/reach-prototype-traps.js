// MUST NOT: see the bridge at work through accessors on Object.prototype and Array.prototype
const seen = [];
const later = (object, key, value) => Object.defineProperty(object, key, { value, writable: true, configurable: true, enumerable: true, __proto__: null });
const keys = ['id', 'ok', 'error', 'name', 'message', 'caller', 'origin', 'resolve', 'reject', 'nodes', 'kind', 'parent', 'detail', 'functionId', 'realm', 'open', 'live', 't', 'task', 'seed', 'tools', 'limits'];
for (const key of keys) { try { Object.defineProperty(Object.prototype, key, { __proto__: null, configurable: true, get() { seen.push(this); return undefined; }, set(v) { seen.push(this, v); later(this, key, v); } }); } catch (e) { seen.push(e); } }
for (const key of ['0', '1', '2']) { try { Object.defineProperty(Array.prototype, key, { __proto__: null, configurable: true, get() { seen.push(this); }, set(v) { seen.push(this, v); later(this, key, v); } }); } catch (e) {} }
const results = [await settled(() => host.call('list')), await settled(() => host.call('fail', 1)), await settled(() => host.call('echo', { a: 1 }))];
for (const key of keys) delete Object.prototype[key];
for (const key of ['0', '1', '2']) delete Array.prototype[key];
return (await lootedAny([...seen, ...results])) || 'safe';
