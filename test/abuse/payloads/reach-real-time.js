// MUST NOT: read the machine's clock, by Date, Intl, Temporal, performance, timers or waiting
const now = [];
const ask = (work) => { try { now.push(work()); } catch (e) {} };
ask(() => Date.now()); ask(() => +new Date()); ask(() => Date.parse(Date())); ask(() => new Date().constructor.now());
ask(() => Object.getPrototypeOf(new Date(0)).constructor.now()); ask(() => new (class extends Date {})().getTime()); ask(() => Reflect.construct(Date, []).getTime());
ask(() => Number(new Intl.DateTimeFormat('en', { year: 'numeric' }).format()) > 2015 && 1.7e12);
ask(() => Number(new Intl.DateTimeFormat('en', { year: 'numeric' }).formatToParts().find((part) => part.type === 'year').value) > 2015 && 1.7e12);
ask(() => Number(new Date().toLocaleDateString('en').split('/')[2]) > 2015 && 1.7e12);
ask(() => Temporal.Now.instant().epochMilliseconds); ask(() => performance.timeOrigin + performance.now()); ask(() => performance.now() + 1.7e12);
ask(() => new Event('x').timeStamp + 1.7e12); ask(() => Intl.DateTimeFormat.prototype.constructor('en').format().includes('202') && 1.7e12);
ask(() => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50); return 1.7e12; });
ask(() => typeof setTimeout === 'function' && 1.7e12);
const real = now.filter((time) => time > 1.5e12);
return real.length === 0 ? 'safe' : 'ESCAPED: real time ' + real.join(' ');
