// MUST NOT: get functions of the host through delegated yields and abandoned async generators
const seen = [];
const inner = { [Symbol.asyncIterator]: () => inner, next: (v) => { seen.push(v); return { then(resolve, reject) { seen.push(resolve, reject); resolve({ value: 1, done: false }); } }; }, throw: (e) => { seen.push(e); return { done: true }; }, get return() { seen.push(this); return undefined; } };
async function* outer() { yield* inner; }
const walk = outer();
await walk.next(); await walk.next(2);
await settled(() => walk.throw(new Error('x')));
const never = (async function* () { await new Promise(() => {}); yield 1; })();
void never.next(); void never.return(1); void never.throw(new Error('x')).catch(() => {});
const mixed = (async function* () { try { yield host.call('echo', 1); } finally { yield host.call('echo', 2); } })();
await mixed.next(); seen.push(await mixed.return(host.call('echo', 3)));
return (await lootedAny(seen.filter((one) => one !== inner))) || 'safe';
