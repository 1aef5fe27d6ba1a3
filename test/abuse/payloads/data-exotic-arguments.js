// MUST NOT: run code of the guest twice, or at another time than the call, by getters, toJSON and cycles
let reads = 0;
const tricky = { get a() { reads += 1; return reads; }, toJSON() { return 'ESCAPED'; }, [Symbol.toPrimitive]() { return 'x'; } };
const got = await settled(() => host.call('echo', tricky));
if (got === 'ESCAPED') return 'ESCAPED: toJSON ran';
const cycle = { list: [] }; cycle.list.push(cycle);
const shifting = []; Object.defineProperty(shifting, 0, { enumerable: true, configurable: true, get() { shifting.length = 0; shifting.push(1, 2, 3); return 'x'; } });
const inherited = Object.create({ hidden: 1 }, { own: { value: 2, enumerable: true }, not: { value: 3 } });
const results = [];
for (const value of [cycle, shifting, inherited, (function () { return arguments; })(1, 2), Object.freeze({ a: 1 }), Object.assign(Object.create(null), { a: 1 }), new (class A { b = 1; })(), Object.assign([1], { extra: 1 }), new String('x'), new Number(1), new Boolean(false)]) results.push(await settled(() => host.call('echo', value)));
return (await lootedAny(results)) || (reads <= 1 ? 'safe' : 'WRONG: read ' + reads + ' times');
