import { describe, expect, it } from 'vitest';
import { add, check, declare, lines, reasonsOf } from './small-harness.js';

/** What a function may not do: `kind → statements, each refused with a reason that fits`. */
const REFUSED: Readonly<Record<string, readonly (readonly [statement: string, reason: RegExp])[]>> = {
  'code from outside': [
    ["await import('./plan.js');", /no `import\(\)`/],
    ["await import('node:fs');", /no `import\(\)`/],
    ["await import('espalier/runtime');", /no `import\(\)`/],
    ["let a: import('./plan.js').Plan | undefined;", /import declaration/],
    ['x(import.meta.url);', /no `import\.meta`/],
    ["x((import.meta as any)['env']);", /no `import\.meta`/],
    ["require('node:fs');", /no `require`/],
  ],
  'code from text': [
    ["eval('1');", /no `eval`/],
    ["(0, eval)('1');", /no `eval`/],
    ["\\u0065val('1');", /no `eval`/],
    ["const { log: l = eval } = x('a'); x(l);", /no `eval`/],
    ["new Function('return 1')();", /no `Function`/],
    ["Function('return 1')();", /no `Function`/],
    ["x((() => 1).constructor('return 1'));", /no `\.constructor`/],
    ["x((async () => 1).constructor('return 1'));", /no `\.constructor`/],
    ["x((function* () { yield 1; }).constructor('yield 1'));", /no `\.constructor`/],
    ["x((async function* () { yield 1; })['constructor']('yield 1'));", /computed access to `constructor`/],
    ['x(Object.getPrototypeOf(async () => 1));', /no `\.getPrototypeOf`/],
    ['x(Object.getPrototypeOf(function* () { yield 1; }));', /no `\.getPrototypeOf`/],
  ],
  'globals of the machine, of the engine and of other threads': [
    ['x(process);', /no `process`/],
    ['x(process.env);', /no `process`/],
    ['x(globalThis);', /no `globalThis`/],
    ['let a: typeof globalThis;', /no `globalThis`/],
    ['x(global);', /no `global`/],
    ['x({ process });', /no `process`/],
    ['x(WebAssembly);', /no `WebAssembly`/],
    ['x(new SharedArrayBuffer(1));', /no `SharedArrayBuffer`/],
    ['x(Atomics.load);', /no `Atomics`/],
    ['x(new Proxy({}, {}));', /no `Proxy`/],
    ['x(Reflect.ownKeys({}));', /no `Reflect`/],
    ["x(x('a')['process']);", /computed access to `process`/],
  ],
  'what the guest has not': [
    ["x(new Intl.NumberFormat('en'));", /no `Intl`/],
    ['x(new WeakRef({}));', /no `WeakRef`/],
    ['x(new FinalizationRegistry(() => undefined));', /no `FinalizationRegistry`/],
  ],
  'statements that hide names or stop': [
    ['with (x) {}', /no `with`/],
    ['debugger;', /no `debugger`/],
  ],
  'the constructor of a value': [
    ['x(text.constructor);', /no `\.constructor`/],
    ['x(text?.constructor);', /no `\.constructor`/],
    ['x(text.\\u0063onstructor);', /no `\.constructor`/],
    ['x(x.constructor.constructor);', /no `\.constructor`/],
  ],
  'the constructor by a computed string': [
    ["x(x['constructor']);", /computed access to `constructor`/],
    ["x(x?.['constructor']);", /computed access to `constructor`/],
    ['x(x[`constructor`]);', /computed access to `constructor`/],
    ["x(x['constructor' as string]);", /computed access to `constructor`/],
    ["x(x['con' + 'structor']);", /computed access to `constructor`/],
    ["const k = 'construct'; x(x[`${k}or`]);", /computed access to `constructor`/],
    ["const k = 'con'; const l = k + 'structor'; x(x[l]);", /computed access to `constructor`/],
    ["x(x['rotcurtsnoc'.split('').reverse().join('')]);", /computed access to `constructor`/],
    ["x(x[['con', 'structor'].join('')]);", /computed access to `constructor`/],
    ["x(x[['constructor'][0] ?? '']);", /computed access to `constructor`/],
    ["x(x[['constructor'] as any]);", /computed access to `constructor`/],
    ["x(x[String.fromCharCode(99) + 'onstructor']);", /computed access to `constructor`/],
    ["x(x['CONSTRUCTOR'.toLowerCase()]);", /computed access to `constructor`/],
    ["x(x[text === '' ? 'name' : 'constructor']);", /computed access to `constructor`/],
    ["x(x[text || 'constructor']);", /computed access to `constructor`/],
    ["x(x[(x('a'), 'constructor')]);", /computed access to `constructor`/],
  ],
  'the constructor by a pattern': [
    ['const { constructor } = x; x(constructor);', /no `constructor`/],
    ['const { constructor: c } = x; x(c);', /no `\.constructor`/],
    ["const { 'constructor': c } = x; x(c);", /`constructor`/],
    ["const { ['con' + 'structor']: c } = x; x(c);", /computed access to `constructor`/],
    ['const { name: { constructor: c } } = x; x(c);', /no `\.constructor`/],
    ['let c: unknown; ({ constructor: c } = x); x(c);', /no `\.constructor`/],
    ['let constructor: unknown; ({ constructor } = x); x(constructor);', /no `constructor`/],
    ['[text].map(({ constructor: c }) => x(c));', /no `\.constructor`/],
    ['for (const { constructor: c } of [x]) x(c);', /no `\.constructor`/],
  ],
  prototypes: [
    ['x(x.prototype);', /no `\.prototype`/],
    ["x(x['proto' + 'type']);", /computed access to `prototype`/],
    ['const { prototype } = x; x(prototype);', /no `prototype`/],
    ['Array.prototype.push = x as any;', /no `\.prototype`/],
    ['x((x as any).__proto__);', /no `\.__proto__`/],
    ["x((x as any)['__pro' + 'to__']);", /computed access to `__proto__`/],
    ['x({ __proto__: null });', /__proto__/],
    ["x({ '__proto__': null });", /__proto__/],
    ["x({ ['__proto__']: null });", /computed access to `__proto__`/],
    ['const { __proto__: p } = x as any; x(p);', /no `\.__proto__`/],
    ['x(Object.getPrototypeOf(x));', /no `\.getPrototypeOf`/],
    ["x((Object as any)['getPrototypeOf'](x));", /computed access to `getPrototypeOf`/],
    ['const { getPrototypeOf } = Object; x(getPrototypeOf(x));', /no `getPrototypeOf`/],
    ['const { getPrototypeOf: g } = Object; x(g(x));', /no `\.getPrototypeOf`/],
    ['Object.setPrototypeOf(x, null);', /no `\.setPrototypeOf`/],
    ['(x as any).__defineGetter__(text, x);', /no `\.__defineGetter__`/],
    ['(x as any).__lookupGetter__(text);', /no `\.__lookupGetter__`/],
    ["Object.defineProperty(x, 'a', { value: 1 });", /no `\.defineProperty`/],
    ['Object.defineProperties(x, {});', /no `\.defineProperties`/],
    ["x(Object.getOwnPropertyDescriptor(x, 'a'));", /no `\.getOwnPropertyDescriptor`/],
    ['x(Object.getOwnPropertyDescriptors(x));', /no `\.getOwnPropertyDescriptors`/],
    ['x(Symbol.species);', /no `Symbol\.species`/],
    ["x(Symbol['species']);", /no `Symbol\.species`/],
    ['const { species } = Symbol; x(species);', /no `Symbol\.species`/],
  ],
  'frames and callers': [
    ['(Error as any).prepareStackTrace = x;', /no `\.prepareStackTrace`/],
    ["(Error as any)['prepare' + 'StackTrace'] = x;", /computed access to `prepareStackTrace`/],
    ['(Error as any).captureStackTrace(x);', /no `\.captureStackTrace`/],
    ['(Error as any).stackTraceLimit = 1;', /no `\.stackTraceLimit`/],
    ['x(function () { return arguments.callee; });', /no `arguments`/],
    ["x(function () { return arguments['callee']; });", /no `arguments`/],
    ['x(function () { const { callee } = arguments; return callee; });', /no `arguments`/],
  ],
  'names of the instrumentation': [
    ['const __espalier_trace = 1; x(__espalier_trace);', /reserved/],
    ["x(x['__espalier' + '_trace']);", /computed access to `__espalier_trace`/],
  ],
  'regular expressions that engines read differently': [
    ['x(/[\\p{L}--[a-z]]/v);', /flag `v`/],
    ["x(new RegExp('[a]', 'gv'));", /flag `v`/],
    ["x(RegExp(text, 'v'));", /flag `v`/],
    ['x(/(?i:a)b/);', /no `\(\?i:` in a regular expression/],
    ["x(new RegExp('(?' + 's-i:a)'));", /no `\(\?s-i:` in a regular expression/],
    ['x(/(?<y>a)|(?<y>b)/);', /no two groups named `y`/],
  ],
};

const functionOf = (statement: string): string =>
  `async function probe(text: string, x: (of: unknown) => any): Promise<void> {\n  x(text);\n  ${statement}\n}`;

describe('a function may not use', () => {
  for (const [kind, rows] of Object.entries(REFUSED)) {
    describe(kind, () => {
      it.each(rows)('%s', (statement, reason) => {
        const result = check([add(functionOf(statement))]);
        const found = reasonsOf(result).filter(({ rule }) => rule === 'forbidden' || rule === 'parse');
        expect(
          found.some((one) => reason.test(one.message)),
          lines(result).join('\n'),
        ).toBe(true);
        // The added function begins at line 16 of main.ts.
        expect(found.map(({ at }) => at)).toContain('main.ts:18');
      });
    });
  }
});

describe('a file may not take', () => {
  it.each([
    ["import fs from 'node:fs';", 'forbidden', /import of 'node:fs'/],
    ["import 'espalier';", 'forbidden', /import of 'espalier'/],
    ["import type { Stats } from 'node:fs';", 'forbidden', /import of 'node:fs'/],
    ["import { A } from '../a.js';", 'forbidden', /own files/],
    ["import { A } from '/etc/a.js';", 'forbidden', /own files/],
    ["import { A } from 'https://x.test/a.js';", 'forbidden', /own files/],
    ["import { A } from './plan.ts';", 'forbidden', /\.js/],
    ["import { A } from './gone.js';", 'target', /no file `gone\.ts`/],
  ])('%s', (code, rule, message) => {
    const result = check([declare(code)]);
    const found = reasonsOf(result).filter((reason) => reason.rule === rule && message.test(reason.message));
    expect(
      found.map(({ at }) => at?.split(':')[0]),
      lines(result).join('\n'),
    ).toContain('main.ts');
  });

  it.each([
    ["export { readFileSync } from 'node:fs';", /re-exports/],
    ["export * from 'node:fs';", /re-exports/],
    ["import fs = require('node:fs');\nexport const A = 1;", /no `import … = …`/],
    ['declare global { var leak: unknown; }\nexport const A = 1;', /module level/],
  ])('%s', (code, message) => {
    const result = check([{ op: 'file', path: 'a.ts', code }]);
    expect(
      reasonsOf(result).some((reason) => reason.at === 'a.ts:1' && message.test(reason.message)),
      lines(result).join('\n'),
    ).toBe(true);
  });
});

/** Code that only looks like what is refused. */
const HONEST: Readonly<Record<string, string>> = {
  'a constructor': `class Box { readonly n: number; constructor(n: number) { this.n = n; } }
function box(): number { return new Box(1).n; }`,
  'a subclass with super': `class Late extends RangeError { constructor(m: string) { super(m); this.name = 'Late'; } }`,
  'a subclass without constructor': 'class Gone extends Error {}',
  'words of the list in texts': `function f(): string { return 'eval the constructor of the prototype in process'; }`,
  'words of the list in comments': '/** Never use eval, process or __proto__. */\nfunction f(): number { return 1; }',
  'members called process and global': `function f(o: { process: number; global: boolean }): boolean { return o.global && o.process > 0; }`,
  'a member called arguments': `function f(o: { arguments: string[] }): number { return o.arguments.length; }`,
  'a member called species': `function f(o: { species: string }): string { const { species } = o; return species + o['species']; }`,
  'members called require and with': `function f(o: { require(x: string): string; with: number }): string { return o.require('a') + o.with; }`,
  'Array.with': 'function f(list: readonly number[]): readonly number[] { return list.with(0, 1); }',
  'a computed key that is not known': `function f(o: Readonly<Record<string, number>>, k: string): number { return o[k] ?? 0; }`,
  'a computed key that is harmless': `function f(o: Readonly<Record<string, number>>): number { const k = 'con' + 'tent'; return o[k] ?? 0; }`,
  'a choice of harmless keys': `function f(o: { a: number; b: number }, x: boolean): number { return o[x ? 'a' : 'b']; }`,
  'a list as data': `function f(o: Readonly<Record<string, number>>): number { return ['a', 'b'].map((k) => o[k] ?? 0).length; }`,
  'rest and spread': `function f(...items: readonly number[]): number { return Math.max(...items); }`,
  'typed errors in catch': `function f(run: () => void): string { try { run(); return ''; } catch (e) { return e instanceof RangeError ? e.message : String(e); } }`,
  'Date.now and Math.random': 'function f(): number { return Date.now() + Math.random(); }',
  generators: `function* f(n: number): Generator<number> { for (let i = 0; i < n; i += 1) yield i; }`,
  'async generators': `async function* f(n: number): AsyncGenerator<number> { yield await Promise.resolve(n); }`,
  'iterators by Symbol': `class Bag { *[Symbol.iterator](): Iterator<number> { yield 1; } }`,
  'named groups, lookbehind, u, y, s and d': `function f(t: string): boolean { return /(?<y>\\d{4})-(?<m>\\d\\d)(?<!x)(?:a)(?=b)/dsuy.test(t); }`,
  'a pattern that speaks of flags': `function f(t: string): boolean { return /\\(\\?i:[(?i:]/.test(t) && new RegExp('(?:' + t + ')', 'gi').test(t); }`,
  'Promise.all, any and allSettled': `async function f(): Promise<number> { const all = await Promise.allSettled([Promise.any([1]), Promise.all([2])]); return all.length; }`,
  'Object.keys, entries, assign, fromEntries': `function f(o: Record<string, number>): object { return Object.assign({}, Object.fromEntries(Object.entries(o)), { n: Object.keys(o).length }); }`,
  'Object.hasOwn and in': `function f(o: object): boolean { return Object.hasOwn(o, 'a') || 'b' in o; }`,
  'Map, Set and WeakMap': `function f(o: object): number { return new Map([[1, 2]]).size + new Set([1]).size + (new WeakMap([[o, 1]]).get(o) ?? 0); }`,
  'JSON of any kind': `function f(t: string): unknown { return JSON.parse(JSON.stringify({ t, constructed: true })) as unknown; }`,
  'getters, statics and private members': `class Count { static readonly START = 1; #n = Count.START; get next(): number { this.#n += 1; return this.#n; } }`,
};

describe('honest code passes', () => {
  it.each(Object.entries(HONEST))('%s', (_what, code) => {
    const result = check([add(code)]);
    expect(result.kind, lines(result).join('\n')).toBe('candidate');
  });
});
