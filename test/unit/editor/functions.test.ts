import { describe, expect, it } from 'vitest';
import { harnessDeclarations } from '../../../src/editor/harness-declarations.js';
import { harnessFunctions } from '../../../src/editor/locate-functions.js';
import { FILES } from './small-harness.js';

const idsOf = (source: string): readonly string[] => harnessFunctions({ 'main.ts': source }).map(({ id }) => id);

describe('functions', () => {
  it.each([
    ['a declaration', 'export function f() {}', ['main.ts#f']],
    ['an arrow', 'const f = () => 1;', ['main.ts#f']],
    ['a function expression', 'export const f = function* g() {};', ['main.ts#f']],
    ['a cast arrow', 'const f = (() => 1) as () => number;', ['main.ts#f']],
    ['an anonymous default', 'export default function () {}', ['main.ts#default']],
    ['a default arrow', 'export default () => 1;', ['main.ts#default']],
    ['methods', 'class C { a() {} static b() {} async *c() {} }', ['main.ts#C.a', 'main.ts#C.b', 'main.ts#C.c']],
    ['accessors', 'class C { get g() { return 1; } set h(x: number) {} }', ['main.ts#C.g', 'main.ts#C.h']],
    ['a constructor', 'class C { constructor() {} }', ['main.ts#C.constructor']],
    ['field functions', 'class C { f = () => 1; static g = function () {}; x = 1; }', ['main.ts#C.f', 'main.ts#C.g']],
    ['private members', 'class C { #p() {} }', ['main.ts#C.#p']],
    ['nested ones as their owner', 'function f() { function g() {} const h = () => g; return h; }', ['main.ts#f']],
    ['no overload signature', 'function f(x: 1): 1; function f(x: number) { return x; }', ['main.ts#f']],
    ['none in constants and types', 'const x = 1; type F = () => void; interface I { m(): void }', []],
  ])('finds %s', (_name, source, ids) => {
    expect(idsOf(source)).toEqual(ids);
  });

  it('gives source with doc comment, lines from 1, and a signature on one line', () => {
    const main = harnessFunctions(FILES).find(({ id }) => id === 'main.ts#main');
    expect(main).toMatchObject({
      file: 'main.ts',
      startLine: 6,
      endLine: 10,
      signature: 'export async function main(task: Task, rt: Runtime): Promise<Answer>',
    });
    expect(main?.source).toMatch(/^\/\*\* Asks once\. \*\/\nexport async function main[\s\S]*\n}$/);
    expect(harnessFunctions(FILES).find(({ id }) => id === 'text.ts#shorten')?.signature).toBe(
      'export const shorten = (text: string): string',
    );
  });

  it('reads broken code without throwing', () => {
    expect(idsOf('function f() { return ( }\nfunction g() {}')).toContain('main.ts#f');
  });
});

describe('declarations', () => {
  it('gives imports, types, constants and class fields, and no functions', () => {
    const all = harnessDeclarations(FILES);
    expect(all.map(({ file }) => file)).toEqual(['main.ts', 'plan.ts', 'text.ts']);
    const text = all.map(({ source }) => source).join('\n');
    for (const part of ["from './text.js'", 'const MAX_HITS = 5;', 'type Words', 'private readonly steps']) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/shorten =|function|put\(/);
  });
});
