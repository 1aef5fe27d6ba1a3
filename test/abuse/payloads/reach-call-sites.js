// MUST NOT: get functions or receivers of the host from structured stack traces, however they are asked for
const found = [];
const keep = (error, sites) => { found.push(error, sites); return sites; };
const ways = [() => { Error.prepareStackTrace = keep; }, () => Object.defineProperty(Error, 'prepareStackTrace', { get: () => keep, configurable: true }), () => Object.defineProperty(Object.prototype, 'prepareStackTrace', { value: keep, configurable: true, writable: true })];
for (const way of ways) {
  try { way(); } catch (e) { continue; }
  Error.stackTraceLimit = Infinity;
  void new Error('one').stack;
  const holder = {};
  try { Error.captureStackTrace(holder); void holder.stack; } catch (e) {}
  const failed = await settled(() => host.call('fail', 1));
  void failed.stack;
  try { null.x; } catch (e) { void e.stack; }
  try { delete Error.prepareStackTrace; delete Object.prototype.prepareStackTrace; } catch (e) {}
}
for (const one of found.flat()) {
  if (!one || typeof one !== 'object') continue;
  for (const name of ['getThis', 'getFunction', 'getEvalOrigin', 'getTypeName']) {
    let got;
    try { got = one[name](); } catch (e) { got = e; }
    if (got === globalThis) continue;
    const reached = await looted(got);
    if (reached) return reached;
  }
}
return (await lootedAny(found)) || 'safe';
