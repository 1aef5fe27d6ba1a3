// A host as one would write it in a hurry: node:vm with a timeout, the tools as plain functions, everything in one process.
// The control of the abuse suite runs it in a throwaway process. stdin: the payload's code; stdout: what came of it, as JSON.
import { clearInterval, setInterval, setTimeout } from 'node:timers';
import { createContext, Script } from 'node:vm';
import { text } from 'node:stream/consumers';

const VM_TIMEOUT_MS = 1_000;
const shared = { secretFlag: 'intact', list: [1] };
const merge = (target, source) => {
  for (const key of Object.keys(source)) {
    if (typeof source[key] === 'object' && source[key] !== null) merge((target[key] ??= {}), source[key]);
    else target[key] = source[key];
  }
  return target;
};
const tools = {
  echo: (args) => args,
  fail: () => {
    throw new Error('this tool always fails');
  },
  list: () => [{ a: 1 }, { b: 2 }],
  obj: () => ({ a: 1 }),
  shared: () => shared,
  merge: (args) => merge({}, args),
  count: () => null,
};
const host = { call: async (name, args) => tools[name](args) };

const code = await text(process.stdin);
const context = createContext({ host, rt: undefined, console: { log() {}, error() {} } });
let answer;
// As in the suite, a host that stands still for 250 ms has lost; processor time alone, whatever else the machine does.
let gapMs = 0;
let last = process.cpuUsage();
const tick = () => {
  const { user, system } = process.cpuUsage(last);
  gapMs = Math.max(gapMs, (user + system) / 1_000);
  last = process.cpuUsage();
};
const ticks = setInterval(tick, 5);
await new Promise((resolve) => setTimeout(resolve, 20));
tick();
gapMs = 0;
try {
  const script = new Script(`(async function (host, rt) {\n${code}\n}).call(undefined, host, undefined)`);
  answer = await script.runInContext(context, { timeout: VM_TIMEOUT_MS });
} catch (error) {
  answer = `threw ${String(error?.message).slice(0, 200)}`;
}
tick();
clearInterval(ticks);
const tampered = shared.secretFlag !== 'intact' || 'polluted' in {} || 'polluted' in [];
const said = typeof answer === 'string' ? answer.slice(0, 200) : typeof answer;
process.stdout.write(JSON.stringify({ answer: said, bytes: JSON.stringify(answer ?? null).length, tampered, gapMs }));
process.exit(0);
