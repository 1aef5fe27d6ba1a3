// Stands before every payload. `looted(value)` follows a value that may come from the host's realm and says what it reached.
// A payload fails the suite by answering ESCAPED… (something reached), RESOURCE… (a bound passed) or WRONG… (a value changed on its way).
const rooms = (value) => {
  const found = [];
  for (const step of [(v) => v.constructor, (v) => v.constructor.constructor, (v) => Object.getPrototypeOf(v).constructor, (v) => Object.getPrototypeOf(v).constructor.constructor]) {
    try { const next = step(value); if (typeof next === 'function') found.push(next); } catch (e) {}
  }
  return found;
};
const isForeign = (fn) => {
  for (let proto = fn; proto; proto = Object.getPrototypeOf(proto)) if (proto === Function.prototype) return false;
  return true;
};
const useProcess = async (p) => {
  const got = [];
  const attempt = (what, work) => { try { if (work()) got.push(what); } catch (e) {} };
  attempt('env', () => p.env && p.env.SANDBOX_SECRET);
  const load = (name) => {
    for (const way of [() => p.getBuiltinModule(name), () => p.mainModule.require(name), () => p.binding(name)]) { try { const found = way(); if (found) return found; } catch (e) {} }
    throw new Error(name);
  };
  attempt('read', () => load('fs').readFileSync('@CANARY_FILE@', 'utf8'));
  attempt('write', () => { load('fs').writeFileSync('@PWNED_FILE@', 'x'); return true; });
  attempt('spawn', () => /uid=/.test(String(load('child_process').execSync('id'))));
  attempt('signal', () => p.ppid > 2 && p.kill(p.ppid, 0));
  await new Promise((done) => {
    try {
      const socket = load('net').connect(@CANARY_PORT@, '127.0.0.1');
      socket.on('connect', () => { got.push('connect'); socket.destroy(); done(); });
      socket.on('error', done);
    } catch (e) { done(); }
  });
  return 'ESCAPED: process' + got.map((one) => ', ' + one).join('');
};
const looted = async (value) => {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return undefined;
  const found = rooms(value).concat(typeof value === 'function' && !(typeof __wire === 'function' && value === __wire) ? [value] : []);
  for (const fn of found) {
    let p;
    try { p = fn('return typeof process === "object" ? process : undefined')(); } catch (e) {}
    if (p && p.pid && p.versions) return useProcess(p);
  }
  for (const fn of found) {
    let world;
    try { world = fn('return globalThis')(); } catch (e) {}
    if (world && world !== globalThis && world.Object && world.Object !== Object) return 'ESCAPED: another realm';
    if (isForeign(fn)) return 'ESCAPED: a function of another realm';
  }
  return undefined;
};
const lootedAny = async (values) => {
  for (const value of values) { const found = await looted(value); if (found) return found; }
  return undefined;
};
const caught = (work) => { try { work(); } catch (e) { return e; } return undefined; };
const settled = async (work) => { try { return await work(); } catch (e) { return e; } };
