// MUST NOT: work after the end of the run: microtasks, timers, callbacks
const late = () => { try { host.call('count').catch(() => {}); } catch (e) {} try { if (typeof __wire === 'function') __wire('{"t":"nodes","nodes":[{"id":1,"parent":0,"kind":"note","name":"late"}]}'); } catch (e) {} };
for (const timer of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']) { try { globalThis[timer](late, 1); } catch (e) {} }
let wait = Promise.resolve(); for (let n = 0; n < 3000; n += 1) wait = wait.then(n % 100 === 99 ? late : () => {});
return 'left';
