// MUST NOT: import a module of any kind by any spelling
const names = ['node:fs', 'fs', 'child_process', 'node:module', 'std', 'os', 'bjson', 'qjs:std', 'qjs:os', 'file:///etc/passwd', '/etc/passwd', './runner.mjs', '../../package.json', 'data:text/javascript,export default process', 'http://127.0.0.1:@CANARY_PORT@/x.js', 'vm2', 'espalier', '#internal', ''];
for (const name of names) {
  const got = await settled(() => import(name));
  if (got && Object.prototype.toString.call(got) === '[object Module]') return 'ESCAPED: imported ' + name;
  const found = await looted(got);
  if (found) return found;
}
return 'safe';
