// MUST NOT: reach the host through what newer engines brought: disposal, suppressed errors, iterators, structured clones, shadow realms
const seen = [];
const add = (work) => { try { seen.push(work()); } catch (e) { seen.push(e); } };
add(() => new SuppressedError(new Error('a'), new Error('b'))); add(() => { const s = new DisposableStack(); s.defer(() => host.call(Symbol())); s.dispose(); });
add(() => Iterator.from({ next() { seen.push(this); return { done: true }; } }).map((x) => x).toArray()); add(() => Promise.try(() => host.call('fail', 1)).catch((e) => seen.push(e)));
add(() => Promise.withResolvers()); add(() => structuredClone({ a: 1 })); add(() => new ShadowRealm().evaluate('globalThis')); add(() => Object.groupBy([1], (x) => { seen.push(x); return 'k'; }));
add(() => new Float16Array(1)); add(() => RegExp.escape('x')); add(() => Error.isError({})); add(() => new ArrayBuffer(8).transfer(16)); add(() => WebAssembly.JSTag); add(() => AsyncDisposableStack); add(() => reportError(new Error('x'))); add(() => queueMicrotask(() => seen.push(1))); add(() => new DOMException('x'));
await host.call('echo', 1);
return (await lootedAny(seen)) || 'safe';
