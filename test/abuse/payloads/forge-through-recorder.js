// MUST NOT: forge the trace or a call through the recorder that instrumented code uses
const recorder = globalThis.__espalier_trace;
if (recorder === undefined) return 'n/a';
const proto = Object.getPrototypeOf(recorder);
const patch = (key, value) => { for (const object of [proto, recorder]) { try { Object.defineProperty(object, key, { value, configurable: true, writable: true }); } catch (e) {} } };
patch('takePending', () => [{ id: 1, parent: 0, kind: 'note', name: '__proto__', detail: 'x'.repeat(1000) }, { id: -5, parent: 1e300, kind: 'evil', name: 1 }]);
patch('hostCall', () => ({ toString: () => '1,"name":"secretTool"' }));
await settled(() => host.call('echo', 1));
patch('hostCall', () => 1);
await settled(() => host.call('echo', 1));
return 'after';
