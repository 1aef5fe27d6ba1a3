// MUST NOT: reach the host through the accessors of __proto__, __defineGetter__, __lookupGetter__ and Object.prototype's like
// ENDS: answered, guest-error, crash
const seen = [];
const objects = [host, host.call, await settled(() => host.call('obj')), await settled(() => host.call('fail', 1)), globalThis, globalThis.__espalier, globalThis.__espalier_trace, typeof __wire === 'function' ? __wire : null];
for (const object of objects) {
  if (object === null || object === undefined) continue;
  for (const work of [() => object.__proto__, () => object.__lookupGetter__('__proto__'), () => { object.__proto__ = { stolen: true }; return object; }, () => object.__defineGetter__('constructor', function () { seen.push(this); return Function; }), () => object.valueOf(), () => Object.getPrototypeOf(Object.getPrototypeOf(object)), () => Symbol.prototype.valueOf.call(object)]) { try { seen.push(work()); } catch (e) { seen.push(e); } }
}
return (await lootedAny(seen.filter((one) => one !== globalThis))) || 'safe';
