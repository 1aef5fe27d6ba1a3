import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { link } from '../../../src/editor/link.js';
import { collectPrelude, joinPath, PreludeBroken } from '../../../src/editor/link-prelude.js';
import { version } from '../../../src/editor/version.js';
import { locate, openLocate, siteNodes } from '../../../src/ports/locate.js';
import { InputError } from '../../../src/task/error.js';
import { sha256 } from '../../../src/task/hash.js';
import { versionId } from '../../../src/task/ids.js';
import { Recording } from './instrumented-program.js';

const VERSION = versionId('v1');

const STUB: Readonly<Record<string, string>> = {
  'runtime/guest': `import { twice } from './parts.js'; import type { Nothing } from './missing.js';
    export function installGuest(loadMain: () => unknown): void { (globalThis as any).__espalier = { start: loadMain, twice } }`,
  'runtime/index': `export const s = 'the runtime';`,
  'runtime/parts': `import { two } from '../task/two.js'; export const twice = (x: number): number => two * x;`,
  'task/two': `export const two = 2;`,
};
const prelude = collectPrelude((id) => {
  const source = STUB[id];
  return source === undefined ? undefined : { file: `${id}.ts`, source };
});

const HARNESS = {
  'main.ts': `import { hop } from './hops/second.js';
import { s } from 'espalier/runtime';
import type { Json } from 'espalier/runtime';
let loads = 0;
export function main(x: Json): unknown { loads++; return [hop(x as number), s, loads]; }
`,
  'hops/second.ts': `import { LIMIT } from '../limits';
/** A comment
 * that is long. */
type Unused = { a: number };

export function hop(x: number): number {
  if (x > LIMIT) {
    throw new Error('too far');
  }
  return x;
}
`,
  'limits.ts': `export const LIMIT = 3;\n`,
};

interface Guest {
  start(): { main(x: number): unknown };
  twice(x: number): number;
}

function open(script: string, globals: object): Guest {
  const context = createContext(globals);
  runInContext(script, context, { filename: 'harness.js' });
  return runInContext('__espalier', context) as Guest; // what the stub above defines
}

describe('link', () => {
  it('makes one script that runs prelude and harness, with fresh module state each time main is loaded', () => {
    const { script } = link(HARNESS, { version: VERSION, prelude });
    const recording = new Recording();
    const guest = open(script, { __espalier_trace: recording.recorder });
    expect(guest.twice(4)).toBe(8);
    const loaded = guest.start();
    loaded.main(1);
    expect(loaded.main(2)).toEqual([2, 'the runtime', 2]);
    expect(guest.start().main(2)).toEqual([2, 'the runtime', 1]);
    expect(recording.edges()).toEqual({ 'root>main': 3, 'main>hop': 3 });
    expect(recording.nodes[1]?.functionId).toBe('hops/second.ts#hop');
  });

  it('is deterministic, names its code by hash and holds no path of this machine', () => {
    const bundle = link(HARNESS, { version: VERSION });
    const { 'main.ts': main, ...others } = HARNESS;
    const again = link({ ...others, 'main.ts': main }, { version: VERSION });
    expect(again).toEqual(bundle);
    expect(bundle.codeHash).toBe(sha256(bundle.script));
    expect(bundle.script + bundle.sourceMap).not.toContain(process.cwd());
    expect(link({ ...HARNESS, 'limits.ts': 'export const LIMIT = 4;' }, { version: VERSION }).codeHash).not.toBe(
      bundle.codeHash,
    );
  });

  it('maps the script to the harness, and the prelude to nothing', () => {
    const { script, sourceMap } = link(HARNESS, { version: VERSION });
    const lines = script.split('\n');
    const throwing = lines.findIndex((line) => line.includes('too far'));
    const column = (lines[throwing] ?? '').indexOf('throw');
    expect(locate(sourceMap, throwing + 1, column + 1)).toEqual({ file: 'hops/second.ts', line: 8, column: 5 });
    const find = openLocate(sourceMap);
    for (const text of ['installGuest', 'function loadMain', 'define("main.ts"', '})();']) {
      const line = lines.findLastIndex((one) => one.includes(text));
      expect([text, find(line + 1, (lines[line] ?? '').indexOf(text) + 2)]).toEqual([text, undefined]);
    }
  });

  it('gives error nodes the place of the error in the TypeScript', () => {
    const { script, sourceMap } = link(HARNESS, { version: VERSION, prelude });
    const recording = new Recording();
    const guest = open(script, { __espalier_trace: recording.recorder });
    expect(() => guest.start().main(9)).toThrow('too far');
    const [error] = siteNodes(openLocate(sourceMap), recording.nodes).filter((node) => node.kind === 'error');
    expect(error).toMatchObject({ name: 'Error', detail: 'too far', site: 'hops/second.ts:8:11' });
  });

  it.each([
    ['a package', `import { x } from 'left-pad'; export const main = () => x;`],
    ['a file that is not there', `import { x } from './nothing.js'; export const main = () => x;`],
    ['a file above the root', `import { x } from '../limits.js'; export const main = () => x;`],
    ['a node module', `import { readFileSync } from 'node:fs'; export const main = () => readFileSync;`],
  ])('refuses the import of %s', (_what, source) => {
    expect(() => link({ ...HARNESS, 'main.ts': source }, { version: VERSION, prelude })).toThrow(InputError);
    expect(() => link({ ...HARNESS, 'main.ts': source }, { version: VERSION, prelude })).toThrow(
      /^main\.ts: .*is neither/,
    );
  });

  it('refuses a harness without main.ts', () => {
    expect(() => link({ 'other.ts': '' }, { version: VERSION, prelude })).toThrow(/main\.ts/);
  });

  it('does not let the harness require by name', () => {
    const source = `declare const require: (name: string) => unknown; export const main = (x: string) => require(x);`;
    const { script } = link({ 'main.ts': source }, { version: VERSION, prelude });
    const guest = open(script, { __espalier_trace: new Recording().recorder });
    for (const name of ['fs', 'espalier:runtime/guest', '__proto__', 'toString']) {
      expect(() => guest.start().main(name as unknown as number), name).toThrow(/not part of this harness/); // the stub's type is a number
    }
  });

  it('keeps the meaning of every form of import and export', () => {
    const files = {
      'main.ts': `import base, { count, inc as add, type Shape, Kind } from './lib';
        import * as all from './lib.ts';
        export { add as renamed };
        export * from './more/extra.js';
        const item: Shape = { size: 2 };
        export function main(count2: number): unknown { add(); add(count2); const { inc } = all; inc(); return [count, all.count, base(item), new all.Box(3).get(), Kind.B, Object.keys(all).sort()] }`,
      'lib.ts': `import { extra } from './more/extra';
        export let count = 0;
        export interface Shape { size: number }
        export enum Kind { A, B }
        export function inc(by = 1): void { count += by }
        export const twice = (count: number) => { const f = (n: number) => n * 2; return f(count) };
        export class Box { constructor(private readonly size: number) {} get() { return twice(this.size) } }
        export default function (s: Shape) { return extra(s.size) }`,
      'more/extra.ts': `import { twice } from '../lib.js'; export const extra = (n: number): number => twice(n) + 1;`,
    };
    const recording = new Recording();
    const guest = open(link(files, { version: VERSION, prelude }).script, { __espalier_trace: recording.recorder });
    const exports = ['Box', 'Kind', 'count', 'default', 'inc', 'twice'];
    expect(guest.start().main(5)).toEqual([7, 7, 5, 6, 1, exports]);
    expect(Object.keys(guest.start())).toEqual(expect.arrayContaining(['main', 'renamed', 'extra']));
    expect(recording.edges()).toEqual({
      'root>main': 1,
      'main>inc': 3,
      'main>default': 1,
      'default>extra': 1,
      'extra>twice': 1,
      'twice>f': 2,
      'main>Box.constructor': 1,
      'main>Box.get': 1,
      'Box.get>twice': 1,
    });
  });

  it('keeps circular imports as ES modules have them', () => {
    const files = {
      'main.ts': `import { even } from './other.js'; export const odd = (n: number): boolean => n !== 0 && even(n - 1); export const main = (n: number) => even(n);`,
      'other.ts': `import { odd } from './main.js'; export function even(n: number): boolean { return n === 0 || odd(n - 1) }`,
    };
    const guest = open(link(files, { version: VERSION, prelude }).script, {
      __espalier_trace: new Recording().recorder,
    });
    expect(guest.start().main(10)).toBe(true);
  });
});

describe('the prelude', () => {
  it('follows relative imports and leaves types out', () => {
    expect(prelude.map((module) => module.id)).toEqual(['runtime/guest', 'runtime/index', 'runtime/parts', 'task/two']);
  });

  it('names the module that is missing or reaches out of the guest', () => {
    const broken = (source: string) => () =>
      collectPrelude((id) =>
        id.startsWith('runtime/') && id !== 'runtime/gone' ? { file: `${id}.ts`, source } : undefined,
      );
    expect(broken(`import './gone.js';`)).toThrow(PreludeBroken);
    expect(broken(`import fs from 'node:fs'; export const x = fs;`)).toThrow(/imports node:fs/);
  });

  it('joins paths without leaving the root unseen', () => {
    expect(joinPath('a/b.ts', './c.js')).toBe('a/c.js');
    expect(joinPath('a/b.ts', '../c')).toBe('c');
    expect(joinPath('a.ts', '../../c')).toBe('../../c');
  });
});

describe('version', () => {
  it('hangs on names, texts and interface, not on order', () => {
    const one = version({ 'a.ts': '1', 'b.ts': '2' }, 'i');
    expect(version({ 'b.ts': '2', 'a.ts': '1' }, 'i')).toBe(one);
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(version({ 'a.ts': '2', 'b.ts': '1' }, 'i')).not.toBe(one);
    expect(version({ 'a.ts': '1', 'b.ts': '2' }, 'j')).not.toBe(one);
  });
});
