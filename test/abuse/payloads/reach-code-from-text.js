// MUST NOT: reach another realm through the constructors of async functions and generators
const makers = [async () => {}, function* () {}, async function* () {}, class {}, () => {}].map((f) => f.constructor);
for (const make of makers) {
  for (const way of [() => make('return this')(), () => new make('return globalThis')(), () => Reflect.construct(make, ['return process']), () => (0, eval)('globalThis')]) {
    let got;
    try { got = await way(); } catch (e) { got = e; }
    if (got && got.next) { try { got = (await got.next()).value; } catch (e) { got = e; } }
    if (got && got !== globalThis && got.process && got.process.pid) return useProcess(got.process);
    const found = await looted(got);
    if (found) return found;
  }
}
return (await lootedAny(makers)) || 'safe';
