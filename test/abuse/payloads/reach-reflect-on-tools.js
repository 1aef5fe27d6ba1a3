// MUST NOT: turn the tool functions and the runtime object into something that they are not
const seen = [];
const note = (work) => { try { seen.push(work()); } catch (e) { seen.push(e); } };
const objects = [host.call];
if (rt) objects.push(rt, rt.tools, rt.llm, rt.note, ...Reflect.ownKeys(rt.tools).map((key) => rt.tools[key]));
for (const object of objects) {
  note(() => Reflect.construct(object, [1], class {}));
  note(() => Reflect.setPrototypeOf(object, { get constructor() { seen.push(this); return Function; } }));
  note(() => Reflect.defineProperty(object, 'constructor', { value: 1 }));
  note(() => new Proxy(object, { apply: (...a) => { seen.push(...a); return Reflect.apply(...a); } }).call('echo', 1));
  note(() => Function.prototype.toString.call(object));
  note(() => Object.getOwnPropertyDescriptors(object));
  note(() => object.call.call(object, null, {}));
}
if (rt) { note(() => { rt.tools.secretTool = () => 1; }); if (rt.tools.secretTool) return 'ESCAPED: granted itself a tool'; }
return (await lootedAny(seen.flat())) || 'safe';
