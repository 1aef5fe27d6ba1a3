// MUST NOT: see what the bridge does through patched built-ins that it might use
const seen = [];
const apply = Reflect.apply;
const push = Array.prototype.push;
const patch = (object, key) => { try { const old = object[key]; object[key] = function (...args) { apply(push, seen, [this, ...args]); return apply(old, this, args); }; } catch (e) { seen[seen.length] = e; } };
for (const [object, keys] of [[JSON, ['parse', 'stringify']], [Reflect, ['apply', 'construct', 'deleteProperty', 'defineProperty']], [Object, ['defineProperty', 'keys', 'freeze', 'values', 'entries']], [Array, ['isArray', 'from']], [Array.prototype, ['shift', 'map', 'join', 'forEach']], [String.prototype, ['slice', 'indexOf', 'startsWith', 'includes', 'split']], [RegExp.prototype, ['exec', 'test']], [Map.prototype, ['get', 'set']], [Function.prototype, ['apply', 'bind']], [Promise, ['resolve', 'reject', 'all']], [Symbol, ['for']], [Number, ['isFinite']]]) for (const key of keys) patch(object, key);
await settled(() => host.call('echo', { a: [1, 'x'] })); await settled(() => host.call('fail', 1)); await settled(() => host.call('list'));
try { console.log('x', { a: 1 }); } catch (e) { seen[seen.length] = e; }
for (const one of [...seen].slice(0, 300)) { if (one === globalThis) continue; const got = await looted(one); if (got) return got; }
return 'safe';
