// MUST NOT: have the host run a function of the guest while it prints, clones or compares a value
const grabbed = [];
const grab = function (...args) { grabbed.push(this, ...args); return 'x'; };
const bait = { toString: grab, valueOf: grab, toJSON: grab, inspect: grab, then: undefined };
for (const name of ['nodejs.util.inspect.custom', 'nodejs.util.promisify.custom', 'nodejs.rejection', 'nodejs.dispose', 'nodejs.asyncDispose', 'nodejs.webstream.isErrored']) bait[Symbol.for(name)] = grab;
for (const name of ['toPrimitive', 'toStringTag', 'iterator', 'asyncIterator', 'species', 'hasInstance', 'unscopables']) { try { Object.defineProperty(bait, Symbol[name], { get: grab, configurable: true }); } catch (e) {} }
await settled(() => host.call('echo', bait));
await settled(() => host.call('echo', [bait]));
for (const method of ['log', 'error', 'warn', 'dir', 'table', 'trace', 'assert']) { try { console[method](bait, '%o %O %j', bait); } catch (e) { grabbed.push(e); } }
const found = await lootedAny(grabbed.filter((one) => one !== bait && one !== globalThis));
if (found) return found;
throw bait;
