import { describe, expect, it } from 'vitest';
import { transpileHarness } from '../../../src/editor/transpile.js';
import { InputError } from '../../../src/task/error.js';
import { plain, Recording, traced } from './instrumented-program.js';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Bodies of `main(log)`: each is run with and without hooks and must log, return and throw the same. */
const PROGRAMS: Readonly<Record<string, string>> = {
  labels: `outer: for (let i = 0; i < 3; i++) { inner: for (const j of [0, 1, 2]) { if (j === 1) continue outer; if (i === 2) break outer; log(i, j); continue inner } }
    let k = 0; do k++; while (k < 5); for (;;) if (k-- < 2) break; while (k < 3) k++; for (const x in { a: 1, b: 2 }) log(x); block: { if (k) break block; log('no') } return k`,
  arrows: `const f = () => ({ a: 1, b: [2] }); const g = (x: number) => x; const h = ({ a, b: [c = 4, ...d] = [5, 6] }: any = {}, ...rest: any[]) => [a, c, d, rest];
    return [f(), g(3), h(), h({ a: 1, b: [] }, 7, 8), (() => undefined)(), [1, 2].map((x) => ({ x }))]`,
  optional: `const o: any = { f(x: number) { return this === o ? x : 0 }, g: null, p: Promise.resolve(1) }; return [o.f?.(1), o.g?.(), o.q?.r.s(), o['f'](2), await o.p?.then((x: number) => x + 1), o.q?.then(log)]`,
  thisAndArguments: `function f(this: any, a?: number) { return [this?.v, arguments.length, a, (() => arguments[1])()] } return [f.call({ v: 1 }, 2, 3 as never), f(), f.apply({ v: 4 }, [] as never), f.length, f.name]`,
  shadowing: `const value = 1; function f(value: number) { { const value = 3; log(value) } var other = value; return other } const then = (x: number) => x; return [f(2), value, then(4)]`,
  hoisting: `log(early()); function early() { return late(1) } function late(x: number) { return x } var a = 1; var a = 2; return a`,
  constructors: `class A { x = log('field'); constructor(readonly y: number) { log('A', new.target.name) } static s = 5; static { log('static') } toString() { return 'A' + this.y } }
    class B extends A { z = 1; constructor() { const v = 2; super(v); this.z += this.y } toString() { return super.toString() + this.z } static override s = A.s + 1 } class D extends B {}
    return [String(new B()), String(new D()), B.s, new A(3).y, Object.keys(new B()), A.length]`,
  returnsObject: `class P { constructor() { return { other: true } as any } } return new P()`,
  derivedError: `class Odd extends Error { constructor(m: string, readonly code = 7) { super(m); this.name = 'Odd' } } try { throw new Odd('x') } catch (e: any) { return [e instanceof Odd, e.code, e.message, String(e)] }`,
  accessors: `class C { #v = 1; get v() { return this.#v } set v(x) { log('set', x); this.#v = x } static #n = 0; static get n() { return ++C.#n } has(o: object) { return #v in o } } const c = new C(); c.v += 4; return [c.v, C.n, C.n, c.has(c), c.has({})]`,
  privateMethods: `class C { #m(x: number) { return x + 1 } async #a() { return this.#m(1) } *#g() { yield this.#m(2) } async run() { return [await this.#a(), ...this.#g()] } } return new C().run()`,
  generators: `function* g(a: number, b = a + 1): Generator<any, any, any> { try { const x = yield a; log('got', x); yield* [b, 9]; return arguments.length } catch (e) { log('caught', e); yield 'c' } finally { log('fin') } }
    const it = g(1); const r = [it.next('lost'), it.next('in'), it.next(), it.next(), it.next(), it.next()]; const t = g(5); t.next(); r.push(t.throw(new Error('t')), t.return(3), t.next()); const n = g(6); r.push(n.return(1)); const [first] = g(8); return [r, first, [...g(1)], typeof it.next, Object.prototype.toString.call(it), it[Symbol.iterator]() === it]`,
  delegation: `function* a(): Generator<any, any, any> { const r = yield* b(); log('r', r); const s: any = yield* { [Symbol.iterator]: () => ({ next: (v?: any) => ({ done: v === 'stop', value: v }) }) } as any; return s }
    function* b(): Generator<any, any, any> { try { yield 1; yield 2 } finally { log('b') } return 3 } const it = a(); const out = [it.next(), it.next(), it.next(), it.next('x'), it.next('stop')]; const u = a(); u.next(); out.push(u.return(4)); const w = a(); w.next(); w.next(); w.next(); try { w.throw(new Error('no throw method')) } catch (e: any) { out.push(e.constructor.name) } return out`,
  varParameter: `function* g(x: number) { var x: number; yield x; x = 2; yield x } return [...g(1)]`,
  superGenerator: `class A { *m() { yield 1 } async *n() { yield 2 } get p() { return 3 } } class B extends A { override *m() { yield* super.m(); yield super.p } override async *n() { yield* super.n() } } const out: any[] = [...new B().m()]; for await (const x of new B().n()) out.push(x); return out`,
  asyncGenerators: `async function* g(n: number) { try { for (let i = 0; i < n; i++) { const x: any = yield sleep(1).then(() => i); log('x', x) } return Promise.resolve('end') } catch (e: any) { log(e.message); yield 'caught'; } finally { await sleep(1); log('fin') } }
    const it = g(2); const all = await Promise.all([it.next(), it.next('a'), it.next('b'), it.next()]); const t = g(3); await t.next(); const thrown = await t.throw(new Error('t')); const ended = await t.return('r' as never); const out: any[] = []; for await (const x of g(3)) { if (x === 1) continue; out.push(x); if (x === 2) break } return [all, thrown, ended, out]`,
  forAwait: `const out: any[] = []; for await (const [a, { b = 2 }] of [Promise.resolve([1, {}]), [3, { b: 4 }]] as any) out.push(a + b); let v: any; for await (v of [1]) ; out.push(v);
    try { for await (const x of [1, Promise.reject(new Error('rej'))]) out.push(x) } catch (e: any) { out.push(e.message) } try { for await (const x of 5 as any) out.push(x) } catch (e: any) { out.push(e.constructor.name) }
    const closing = { [Symbol.asyncIterator]: () => ({ i: 0, next() { return Promise.resolve({ done: false, value: this.i++ }) }, return(v: any) { log('closed', v, arguments.length >= 0); return Promise.resolve({}) } }) }; o: for (;;) for await (const x of closing) { if (x > 1) break o } return out`,
  asyncReturns: `async function a() { try { return await Promise.reject(new Error('in')) } catch (e: any) { return e.message } } async function b() { try { return Promise.reject(new Error('out')) } catch { return 'never' } finally { log('b') } }
    async function c() { return sleep(1).then(() => 'c') } async function d() { try { return 1 } finally { await sleep(1); log('d') } } const e = async () => Promise.resolve('e'); const out: any[] = [await a(), await b().catch((x) => x.message), await c(), await d(), await e()]; return out`,
  finallyOverrides: `function f() { try { return log('t') } finally { return 'f' } } function g() { try { throw new Error('lost') } finally { return 'g' } } function h() { for (const x of [1, 2]) { try { return x } finally { if (x === 1) continue } } return 'h' } return [f(), g(), h()]`,
  throws: `const odd: any[] = []; for (const bad of [undefined, null, 0, 'text', { a: 1 }]) { const f = () => { throw bad }; try { f() } catch (e) { odd.push(e) } } try { (undefined as any).x } catch (e: any) { odd.push(e.constructor.name) } return odd`,
  rejects: `const deep = async (n: number): Promise<number> => { if (n === 0) throw new RangeError('bottom'); await null; return await deep(n - 1) }; return deep(3)`,
  tagged: `const tag = (s: TemplateStringsArray, ...v: any[]) => s.raw.join('|') + v.map((f) => f(1)).join(); return tag\`a\${(x: number) => x + 1}b\${(x: number) => x}\``,
  recursion: `const memo = new Map<number, number>(); const fib = (n: number): number => n < 2 ? n : memo.get(n) ?? (memo.set(n, fib(n - 1) + fib(n - 2)), memo.get(n)!); return fib(50)`,
  byReference: `const log1 = (x: any) => (log('ref', x), x); function thrower(e: any): never { throw new Error('again ' + e.message) } const p = Promise.resolve(1).then(log1, log1).then(null, log1).finally(log1 as any); const q = Promise.reject(new Error('q')).catch(thrower); const fs = [log1, log1] as const; await Promise.resolve(2).then(...fs); return [await p, await q.catch((e) => e.message)]`,
  enums: `enum Color { Red = 1, Blue } const c: Color = Color.Blue; return [c, Color[1]]`,
  computed: `const k = () => { log('k'); return 'name' }; class C { [k()]() { return 1 } static [\`s\${1}\`] = () => 2 } const o = { [k()]: () => 3, async *[Symbol.asyncIterator]() { yield 4 }, get [k() + 2]() { return 5 } }; const out: any[] = [(new C() as any).name(), (C as any).s1(), (o as any).name(), (o as any).name2]; for await (const x of o) out.push(x); return out`,
  reassigned: `let f = (n: number): number => n + 1; const g = f; f = (n) => g(n) * 2; return [f(1), g(1), f.name, g.name]`,
  order: `const seen: string[] = []; const step = async (n: string, k: number) => { for (let i = 0; i < k; i++) { seen.push(n + i); await null } }; await Promise.all([step('a', 3), step('b', 2), (async () => { await null; seen.push('c') })()]); return seen`,
  switches: `const f = (x: unknown) => { switch (typeof x) { case 'string': return 's'; case 'number': { const y = x as number; if (y > 1) break; return 'n' } default: return 'd' } return 'e' }; return [f(''), f(1), f(2), f(null)]`,
};

async function observed(run: (log: (...args: unknown[]) => unknown) => unknown): Promise<unknown> {
  const logged: unknown[] = [];
  const log = (...args: unknown[]): unknown => (
    logged.push(args.map((one) => (one instanceof Error ? one.message : one))),
    args[0]
  );
  try {
    return { logged, value: await run(log) };
  } catch (error) {
    return { logged, name: (error as Error).name, message: (error as Error).message }; // the programs throw errors
  }
}

describe('an instrumented program', () => {
  it.each(Object.entries(PROGRAMS))('%s: does what the plain one does', async (_name, body) => {
    const source = `export async function main(log: (...args: any[]) => any, sleep: (ms: number) => Promise<void>): Promise<any> {\n${body}\n}`;
    const recording = new Recording();
    const expected = await observed((log) => plain(source)['main']?.(log, sleep));
    const actual = await observed((log) => traced(source, recording.recorder)['main']?.(log, sleep));
    expect(actual).toEqual(expected);
    expect(expected).not.toHaveProperty('message', expect.stringMatching(/is not defined|not a function/));
    expect(recording.nodes[0]).toMatchObject({ id: 1, parent: 0, name: 'main' });
  });

  it('names nodes by the function itself and counts them as the function or member around it', () => {
    const source = `
      export const main = (): unknown => { const inner = () => new C().am(); return [inner(), table.find(), table.late(), (class { static m() { return 1 } }).m()] };
      class C { field = () => 1; constructor() { const made = () => 2; made(); this.field() } am() { function deep() { return 3 } return deep() + this.g } get g() { return 4 } }
      const table = { find() { return 5 }, late: () => 6 };
      export default function () { return 7 }`;
    const recording = new Recording();
    const module = traced(source, recording.recorder);
    module['main']?.();
    module['default']?.();
    const functions = recording.nodes.filter((node) => node.kind === 'function');
    expect(functions.map((node) => [node.name, node.functionId])).toEqual([
      ['main', 'main.ts#main'],
      ['inner', 'main.ts#main'],
      ['C.constructor', 'main.ts#C.constructor'],
      ['made', 'main.ts#C.constructor'],
      ['C.field', 'main.ts#C.field'],
      ['C.am', 'main.ts#C.am'],
      ['deep', 'main.ts#C.am'],
      ['C.g', 'main.ts#C.g'],
      ['table.find', 'main.ts#table.find'],
      ['table.late', 'main.ts#table.late'],
      ['m', 'main.ts#main'],
      ['default', 'main.ts#default'],
    ]);
  });

  it('records one return a call, with the awaited value, and none for a call that returns nothing', async () => {
    const source = `
      export async function main() { nothing(); await later(); override(); return [1, 2] }
      function nothing() { if (1) return; }
      async function later() { return new Promise((r) => r({ done: true })) }
      function override() { try { return 'first' } finally { return 'second' } }`;
    const recording = new Recording();
    await traced(source, recording.recorder)['main']?.();
    const returns = recording.nodes.filter((node) => node.kind === 'return');
    expect(returns.map((node) => [node.name, node.detail])).toEqual([
      ['later', '{ done: true }'],
      ['override', '"second"'],
      ['main', '[1, 2]'],
    ]);
  });

  it('records an error once, under the function in which it began, with its place in the script', async () => {
    const source = `
      export async function main() { try { await middle() } catch (e) { throw new TypeError('outer', { cause: e }) } }
      async function middle() { await null; return [1].map(() => inner()) }
      function inner() { throw new RangeError('inner') }
      export function text() { return word() }
      function word() { throw 'just text' }`;
    const recording = new Recording();
    const module = traced(source, recording.recorder);
    await expect(module['main']?.()).rejects.toThrow('outer');
    expect(() => module['text']?.()).toThrow('just text');
    const names = new Map(recording.nodes.map((node) => [node.id, node.name]));
    const errors = recording.nodes.filter((node) => node.kind === 'error');
    expect(errors.map((node) => [names.get(node.parent), node.name, node.detail])).toEqual([
      ['inner', 'RangeError', 'inner'],
      ['main', 'TypeError', 'outer'],
      ['word', 'string', '"just text"'],
    ]);
    expect(errors[0]?.site).toMatch(/^\d+:\d+( \d+:\d+)*$/);
  });

  it('shows arguments, patterns and rest parameters too', () => {
    const source = `export function main(a: number, { b, c: { d } }: any, [e, , f]: any, ...rest: number[]) { return a + b + d + e + f + rest.length }`;
    const recording = new Recording();
    traced(source, recording.recorder)['main']?.(1, { b: 2, c: { d: 3 } }, [4, 5, 6], 7, 8);
    expect(recording.nodes[0]?.detail).toBe('1, { b: 2, d: 3 }, [4, <empty>, 6], 7, 8');
  });

  it.each([
    ['while', 'while (true) {}'],
    ['for', 'for (;;);'],
    ['do', 'do { try { for (;;) {} } catch {} } while (true)'],
    ['after await', 'await null; while (true) await null'],
    ['callback', '[1].forEach(() => { while (true) {} })'],
  ])('stops an endless loop (%s) and names its line', async (_name, loop) => {
    const recording = new Recording({ loopFuel: 5_000 });
    const run = traced(`export async function main() {\n\n${loop}\n}`, recording.recorder)['main']?.();
    await expect(run).rejects.toMatchObject({
      name: 'LoopFuelExhausted',
      message: expect.stringMatching(/main\.ts:3 .*5000/),
    });
  });

  it('refuses names of its own and an await outside functions, with their place', () => {
    expect(() => transpileHarness('main.ts', 'export const a = 1;\nconst __espalier_x = 2;')).toThrow(InputError);
    expect(() => transpileHarness('main.ts', 'export const a = 1;\nconst __espalier_x = 2;')).toThrow(
      /^main\.ts:2:7: /,
    );
    expect(() => transpileHarness('a/b.ts', 'export const a = await 1;')).toThrow(/^a\/b\.ts:1:18: .*await/);
  });
});
