// MUST NOT: crash the process by recursion through calls, getters, proxies of built-ins and constructors
const seen = [];
const o = { get x() { return this.x + 1; }, toString() { return String(this) + 'x'; } };
class A { constructor() { new A(); } }
for (const work of [() => o.x, () => String(o), () => new A(), () => { const f = (...a) => f(...a, 1); f(); }, () => { const f = () => [1].map(f); f(); }, () => { const f = () => 'x'.replace(/x/, f); f(); }, () => { const f = () => JSON.stringify({ toJSON: f }); f(); }, () => { const f = () => host.call('echo', { get a() { return f(); } }); f(); }]) { const e = caught(work); if (e) seen.push(e); }
return (await lootedAny(seen)) || 'safe';
