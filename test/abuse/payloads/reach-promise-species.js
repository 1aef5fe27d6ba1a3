// MUST NOT: get callbacks of the host through a species of Promise
const seen = [];
class Spy extends Promise {
  constructor(run) { super((resolve, reject) => { seen.push(run, resolve, reject); run(resolve, reject); }); }
  static get [Symbol.species]() { return function (run) { seen.push(run); return new Spy(run); }; }
}
const call = host.call('echo', 1);
try { call.constructor = Spy; } catch (e) {}
try { Object.setPrototypeOf(call, Spy.prototype); } catch (e) {}
await settled(() => call.then((v) => v, (e) => e));
await settled(() => Promise.prototype.finally.call(host.call('fail', 1), () => {}));
await settled(() => Spy.all([host.call('echo', 2), host.call('fail', 3)]));
return (await lootedAny(seen)) || 'safe';
