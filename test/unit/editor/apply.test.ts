import { describe, expect, it } from 'vitest';
import type { Edit } from '../../../src/ports/edit-set.js';
import type { HarnessFiles } from '../../../src/ports/interface.js';
import { applyEdits } from '../../../src/editor/apply-edits.js';
import { add, declare, remove, replace } from './small-harness.js';

const apply = (files: HarnessFiles, edits: readonly Edit[]): HarnessFiles => {
  const { files: result, reasons } = applyEdits(files, { version: 1, rationale: 'r', edits });
  expect(reasons).toEqual([]);
  return result;
};

const text = `import type { Task } from 'espalier/runtime';

const A = 1; // the first

/** Old words. */
function f(): number {
  return A;
}

function g(): number {
  return 2;
}

class C {
  x = 1;

  m(): number {
    return this.x;
  }
}
`;

const cases: readonly (readonly [string, readonly Edit[], string])[] = [
  [
    'replaces a declaration with its doc comment',
    [replace('main.ts#f', '/** New. */\nfunction f(): number {\n  return 3;\n}\n')],
    text.replace('/** Old words. */', '/** New. */').replace('return A', 'return 3'),
  ],
  [
    'replaces a member where it stands',
    [replace('main.ts#C.m', 'm(): number {\n    return 4;\n  }')],
    text.replace('return this.x', 'return 4'),
  ],
  [
    'adds at the end, in order',
    [add('function h(): void {}'), add('function i(): void {}\n')],
    `${text}\nfunction h(): void {}\n\nfunction i(): void {}\n`,
  ],
  ['removes with its lines and one blank line', [remove('main.ts#f')], text.replace(/\/\*\* Old[\s\S]*?\n}\n\n/, '')],
  ['removes neighbours', [remove('main.ts#f'), remove('main.ts#g')], text.replace(/\/\*\* Old[\s\S]*?2;\n}\n\n/, '')],
  ['removes a member', [remove('main.ts#C.m')], text.replace(/\n {2}m\(\)[\s\S]*?\n {2}}\n/, '\n')],
  [
    'declares imports after imports and constants after constants',
    [declare("const B = A;\nimport { z } from './z.js';\ntype T = 1;")],
    text
      .replace("runtime';", "runtime';\nimport { z } from './z.js';")
      .replace('// the first', '// the first\nconst B = A;\ntype T = 1;'),
  ],
];

describe('apply', () => {
  it.each(cases)('%s', (_name, edits, expected) => {
    expect(apply({ 'main.ts': text, 'z.ts': 'export const z = 1;\n' }, edits)['main.ts']).toBe(expected);
  });

  it('keeps CRLF and files that no edit names byte for byte', () => {
    const crlf = text.replaceAll('\n', '\r\n');
    const files = apply({ 'main.ts': crlf, 'b.ts': 'export const  b=1' }, [remove('main.ts#g')]);
    expect(files['main.ts']).toBe(crlf.replace(/function g[\s\S]*?\r\n}\r\n\r\n/, ''));
    expect(files['b.ts']).toBe('export const  b=1');
  });

  it('ends a file with a newline', () => {
    const files = apply({ 'main.ts': 'function f(): void {}' }, [
      add('function g(): void {}'),
      { op: 'file', path: 'n.ts', code: 'export type N = 1;' },
    ]);
    expect(files).toEqual({
      'main.ts': 'function f(): void {}\n\nfunction g(): void {}\n',
      'n.ts': 'export type N = 1;\n',
    });
  });

  it('declares at the top of a file without declarations', () => {
    expect(apply({ 'main.ts': 'function f(): void {}\n' }, [declare('const A = 1;')])['main.ts']).toBe(
      'const A = 1;\nfunction f(): void {}\n',
    );
  });

  it('takes a file away with its last function, unless it declares something else', () => {
    const files = {
      'main.ts': "import { f } from './f.js';\nexport function main() { return 1; }\n",
      'f.ts': "import type { T } from './g.js';\n\n/** Gone. */\nexport function f(): T {\n  return 1;\n}\n",
      'g.ts': 'export type T = number;\n\nexport function g(): T {\n  return 1;\n}\n',
    };
    expect(apply(files, [remove('f.ts#f'), remove('g.ts#g')])).toEqual({
      'main.ts': 'export function main() { return 1; }\n',
      'g.ts': 'export type T = number;\n\n',
    });
  });

  it('takes removed names out of imports', () => {
    const files = apply(
      {
        'main.ts': "import { a, b } from './t.js';\nimport { c } from './u.js';\nexport const m = (): number => a();\n",
        't.ts': 'export const a = (): number => 1;\nexport const b = (): number => 2;\n',
        'u.ts': 'export function c(): void {}\nexport function d(): void {}\n',
      },
      [remove('t.ts#b'), remove('u.ts#c')],
    );
    expect(files['main.ts']).toBe("import { a } from './t.js';\nexport const m = (): number => a();\n");
    expect(files['t.ts']).toBe('export const a = (): number => 1;\n');
    expect(files['u.ts']).toBe('export function d(): void {}\n');
  });

  it('adds to and declares in a file of the same edit set', () => {
    const files = apply({ 'main.ts': '' }, [
      declare('const K = 1;', 'n.ts'),
      { op: 'file', path: 'n.ts', code: 'export type N = 1;' },
      add('export const f = (): number => K;', 'n.ts'),
    ]);
    expect(files['n.ts']).toBe('export type N = 1;\n\nconst K = 1;\n\nexport const f = (): number => K;\n');
  });
});
