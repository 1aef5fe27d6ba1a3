import { afterAll, describe, expect, it } from 'vitest';
import { FAULTS } from './engine-faults.js';
import { openEnginePair } from './engine-pair.js';
import { PROGRAMS } from './engine-programs.js';
import { limits } from './sandbox-host.js';

const pair = openEnginePair();
afterAll(() => pair.close());

const IMPORTS = "import { s, ToolError, LlmError } from 'espalier/runtime';\n";
const mainOf = (body: string): string => `export async function main(task: any, rt: any): Promise<any> {\n${body}\n}\n`;
/** Each body is a function of one harness, which runs the one that its task names. */
const harnessOf = (bodies: readonly string[]): string => {
  const functions = bodies.map(
    (body, index) => `async function f${String(index)}(task: any, rt: any): Promise<any> {\n${body}\n}\n`,
  );
  const names = bodies.map((_, index) => `f${String(index)}`).join(', ');
  return `${IMPORTS}${functions.join('')}${mainOf(`const all: any = [${names}];\nreturn await all[task.which](task.input, rt);`)}`;
};
const INPUT = { n: 3, a: { b: {} } };
const GUEST = limits().guest;

describe('a run is the same in both engines', () => {
  const programs = Object.values(PROGRAMS);
  const harness = harnessOf(programs);
  it.each(Object.keys(PROGRAMS).map((name, which) => [name, which] as const))('%s', async (_name, which) => {
    const { v8, quickJs } = await pair.run(harness, { which, input: INPUT });
    expect(v8.end).toEqual({ kind: 'answered' });
    expect(quickJs).toEqual(v8);
  });

  it('has the same globals and members', async () => {
    const { v8, quickJs } = await pair.run(`export function main() {
      const out: string[] = [];
      const look = (path: string, owner: any, depth: number) => {
        if ((typeof owner !== 'object' && typeof owner !== 'function') || owner === null) return;
        for (const name of Object.getOwnPropertyNames(owner)) {
          // Of functions as such, engines differ in what nothing depends on.
          if (['caller', 'arguments', 'callee', 'prepareStackTrace'].includes(name)) continue;
          const value = Object.getOwnPropertyDescriptor(owner, name)?.value;
          const isMethod = typeof owner === 'function' && !/^[A-Z]/.test(path.split('.').at(-1) ?? '');
          if (!isMethod) out.push(path + '.' + name);
          if (depth > 0 && name !== 'constructor') look(path + '.' + name, value, depth - 1);
        }
      };
      for (const name of Object.getOwnPropertyNames(globalThis)) {
        out.push(name);
        if (name !== 'globalThis') look(name, (globalThis as any)[name], 2);
      }
      for (const [name, value] of [['Array iterator', [].values()], ['Generator', (function* () {})()]] as const) {
        for (let at = Object.getPrototypeOf(value); at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) look(name, at, 0);
      }
      return out.sort();
    }`);
    // vm2's Promise is a subclass and inherits its statics, its functions may have a prototype, its Proxy stays (the editor
    // refuses that name).
    const without = (seen: unknown): unknown =>
      (seen as string[]).filter(
        (name) => !/^Promise\.(?!prototype\.then$)|^Proxy$|\.prototype\.constructor$/.test(name),
      );
    expect(v8.end).toEqual({ kind: 'answered' });
    expect(without(quickJs.answer)).toEqual(without(v8.answer));
  });
});

describe('what goes wrong has one text and one place', () => {
  const harness = harnessOf(FAULTS.map(([code]) => code));
  it('in a catch clause of the same function', async () => {
    const tried = FAULTS.map(
      ([code]) =>
        `try {\n${code}\n} catch (e: any) { return e instanceof Error ? e.name + ': ' + e.message : 'other'; }`,
    );
    const { v8, quickJs } = await pair.run(
      IMPORTS +
        tried
          .map((body, index) => `async function g${String(index)}(task: any, rt: any): Promise<any> {\n${body}\n}\n`)
          .join('') +
        mainOf(
          `const seen: unknown[] = [];\nfor (const g of [${tried.map((_, index) => `g${String(index)}`).join(', ')}]) seen.push(await g(task, rt));\nreturn seen;`,
        ),
      INPUT,
    );
    expect(v8.end).toEqual({ kind: 'answered' });
    expect(quickJs).toEqual(v8);
  });

  it.each(FAULTS.map(([code, text, place], which) => [text, code, which, place] as const))(
    '%s (%s)',
    async (text, code, which, place) => {
      const { v8, quickJs } = await pair.run(harness, { which, input: INPUT });
      if (place === 'line') expect(rough(quickJs)).toEqual(rough(v8));
      else expect(quickJs).toEqual(v8);
      expect(v8.end.kind === 'guest-error' ? `${v8.end.name}: ${v8.end.message}` : v8.end).toBe(text);
      if (code.startsWith('throw 3') || place === 'none') return;
      const line = harness.slice(0, harness.indexOf(`function f${String(which)}(`)).split('\n').length + 1;
      const last = line + code.split('\n').length - 1;
      const site = 'site' in v8.end ? (v8.end.site ?? '') : '';
      expect(site).toMatch(new RegExp(`^main\\.ts:(?:${String(line)}|${String(last)}):\\d+$`));
    },
  );

  it('when recursion has no end', async () => {
    const { v8, quickJs } = await pair.run(mainOf('const f = (n: number): number => f(n + 1) + 1;\nreturn f(0);'));
    for (const { end } of [v8, quickJs]) {
      expect(end).toMatchObject({
        kind: 'guest-error',
        name: 'RangeError',
        message: 'Maximum call stack size exceeded',
      });
      expect(end).toMatchObject({ site: expect.stringMatching(/^main\.ts:2:/) as unknown });
    }
    const caught = await pair.run(
      mainOf(
        'const f = (): number => f() + 1;\ntry { return f(); } catch (e: any) { return [e instanceof RangeError, e.message]; }',
      ),
    );
    expect(caught.v8.answer).toEqual([true, 'Maximum call stack size exceeded']);
    expect(caught.quickJs.answer).toEqual(caught.v8.answer);
  });
});

/** Without columns. */
const rough = (seen: unknown): unknown =>
  JSON.parse(JSON.stringify(seen).replace(/("site":"[^"]*:\d+):\d+"/g, '$1"')) as unknown;

describe('what has no end', () => {
  const LOOPS: Readonly<Record<string, string>> = {
    for: 'for (let i = 0; ; i += 1) n += i;',
    while: 'while (n >= 0) n += 1;',
    'do while': 'do n += 1; while (n > 0);',
    'labelled continue': 'outer: for (;;) { for (;;) { n += 1; continue outer; } }',
    'for of over a generator': 'function* all() { for (;;) yield 1; }\nfor (const x of all()) n += x;',
    'spread of a generator': 'function* all() { for (;;) yield 1; }\nn = Math.max(...all());',
    'in a callback': '[1].forEach(() => { for (;;) n += 1; });',
    microtasks: 'while (true) await null;',
    'calls without a loop': 'const fib = (k: number): number => (k < 2 ? k : fib(k - 1) + fib(k - 2));\nn = fib(60);',
    'caught and gone on': 'for (;;) { try { for (;;) n += 1; } catch { n = 0; } }',
    'caught and answered': 'try { for (;;) n += 1; } catch { return "got away"; }',
  };
  it.each(Object.entries(LOOPS))('%s: ends by its fuel and keeps the trace', async (_name, body) => {
    const guest = { ...GUEST, loopFuel: 20_000 };
    const { v8, quickJs } = await pair.run(mainOf(`let n = 0;\nrt.note('before');\n${body}\nreturn n;`), null, {
      guest,
    });
    expect(quickJs.end).toEqual(v8.end);
    expect(quickJs.nodes).toEqual(v8.nodes);
    expect(v8.end).toMatchObject({
      kind: 'limit',
      limit: 'loopFuel',
      message: expect.stringMatching(/^The (?:loop at main\.ts:[3-5]|call of \w+ \(main\.ts#main\)) /) as unknown,
    });
    expect(v8.nodes.map((node) => node.detail)).toContain('before');
  });

  it('memory: the run ends, whatever the harness catches', async () => {
    const body =
      'const all: unknown[] = [];\ntry { for (;;) all.push(new Array(1000).fill(all.length)); } catch { return "got away"; }';
    const { v8, quickJs } = await pair.run(mainOf(body), null, {
      heapMb: 32,
      wallMs: 20_000,
      computeMs: 20_000,
      computeBetweenCallsMs: 20_000,
    });
    expect(v8.end).toMatchObject({ kind: 'limit', limit: 'heapMb' });
    expect(quickJs.end).toEqual(v8.end);
  });
});

describe('builtins that harness code changes', () => {
  const WORK = `
    const work = async (n: number): Promise<unknown> => {
      const seen = await rt.tools.echo({ n, list: [n, n + 1] });
      return { seen, twice: [n, n].length };
    };
    return [await work(1), await work(2)];`;
  /** What a harness could do to the realm, and what a recorder that used the realm's own builtins would trip over. */
  const PATCHES: Readonly<Record<string, string>> = {
    'Array.prototype.push, map, join and its iterator': `
      Array.prototype.push = Array.prototype.map = (Array.prototype as any).join = (() => 'patched') as any;
      (Array.prototype as any)[Symbol.iterator] = function* () { yield 'patched'; };`,
    'an index setter on Array.prototype': `
      for (const at of [0, 1, 2, 3, 8]) Object.defineProperty(Array.prototype, at, { set() { throw new Error('met'); }, configurable: true });`,
    'JSON and Object': `
      JSON.stringify = JSON.parse = (() => 'patched') as any;
      Object.keys = Object.entries = Object.assign = Object.freeze = (() => 'patched') as any;`,
    'Map, Set and String methods': `
      Map.prototype.get = Map.prototype.set = Set.prototype.has = Set.prototype.add = (() => 'patched') as any;
      String.prototype.slice = String.prototype.replace = String.prototype.charCodeAt = (() => 'patched') as any;`,
    'Math, Number and String': `
      Math.min = Math.max = Math.abs = (() => NaN) as any;
      (globalThis as any).String = (globalThis as any).Number = () => 'patched';`,
    'WeakSet and RegExp methods': `
      WeakSet.prototype.has = WeakSet.prototype.add = RegExp.prototype.exec = RegExp.prototype.test = (() => 'patched') as any;`,
  };
  it.each(Object.entries(PATCHES))('change neither trace nor answer: %s', async (_what, patch) => {
    const plain = await pair.run(mainOf(WORK), null);
    const patched = await pair.run(mainOf(patch + WORK), null);
    expect(plain.v8.end).toEqual({ kind: 'answered' });
    for (const engine of ['v8', 'quickJs'] as const) {
      expect(patched[engine].end).toEqual({ kind: 'answered' });
      expect(patched[engine].answer).toEqual(plain.v8.answer);
      expect(patched[engine].nodes).toEqual(plain.v8.nodes);
    }
  });
});
