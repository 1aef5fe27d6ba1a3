import { describe, expect, it } from 'vitest';
import type { EditRules } from '../../../src/ports/editor.js';
import { add, check, declare, lines, reasonsOf, replace } from './small-harness.js';

type Telling = EditRules['leaks']['telling'][number];

const train = (text: string, what: Telling['what'] = 'title'): Telling => ({ text, what, split: 'train' });

const TELLING: readonly Telling[] = [
  train('Scott Derrickson'),
  train('5a8b57f25542995d1e6f1371', 'id'),
  train('Kiss and Tell (1945 film)'),
  train('Chief of Protocol', 'answer'),
  train('1984', 'answer'),
  train('composer', 'answer'),
  train('yes', 'answer'),
  train('7', 'answer'),
  train('100', 'answer'),
  train('Bono', 'answer'),
  train('director', 'answer'),
  train('São Paulo'),
  { text: 'Animorphs Chronicle', what: 'title', split: 'gate' },
  { text: 'Scott Derrickson', what: 'answer', split: 'gate' },
];

const leaks: EditRules['leaks'] = { telling: TELLING, common: (text) => text === 'director' };

const body = (statements: string) =>
  check([add(`function helper(x: string): unknown {\n  ${statements}\n}`)], { leaks });

describe('the leak check refuses', () => {
  it.each([
    ['a string', "return 'Scott Derrickson';"],
    ['a string in another case and punctuation', "return 'the SCOTT—derrickson!';"],
    ['other forms of the same letters', "return 'ＳＣＯＴＴ Derrickson';"],
    ['decomposed accents', "return 'Sa\\u0303o Paulo';"],
    ['a part of a longer string', "return 'who is Scott Derrickson, then';"],
    ['a single long word in a string', "return 'a composer of songs';"],
    ['a short answer by itself', "return x === 'bono';"],
    ['a template', 'return `Scott Derrickson`;'],
    ['the constant part of a template', 'return `${x} Scott Derrickson ${x}`;'],
    ['a template of constants', "return `${'Scott'} ${'Derrickson'}`;"],
    ['a run inside a template', "return `${x} ${'Scott'} Derrickson`;"],
    ['concatenation', "return 'Scott ' + 'Derr' + 'ickson';"],
    ['a run inside a concatenation', "return x + 'Scott ' + 'Derrickson' + x;"],
    ['local constants', "const a = 'Scott '; const b = 'Derrickson'; return a + b;"],
    ['let', "let a = 'Scott '; a += x; let b = 'Derrickson'; return 'Scott ' + b;"],
    ['join', "return ['Scott', 'Derrickson'].join(' ');"],
    ['reversed letters', "return 'noskcirreD ttocS'.split('').reverse().join('');"],
    ['reversed letters by spread', "return [...'noskcirreD ttocS'].reverse().join('');"],
    ['fromCharCode', 'return String.fromCharCode(66, 111, 110, 111);'],
    ['fromCodePoint with arithmetic', 'return String.fromCodePoint(60 + 6, 111, 220 / 2, 0x6f);'],
    ['a map over codes', 'return [66, 111, 110, 111].map((c) => String.fromCharCode(c)).join("");'],
    [
      'a shifted map over codes',
      'const k = 1; return [67, 112, 111, 112].map((c) => String.fromCharCode(c - k)).join("");',
    ],
    ['upper case', "return 'BONO'.toLowerCase();"],
    ['replace', "return 'Scott_Xrrickson'.replace('_', ' ').replace('X', 'De');"],
    ['slice', "return 'xxScott Derricksonxx'.slice(2, -2);"],
    ['an object', "const o = { a: 'Scott', b: 'Derrickson' }; return o.a + ' ' + o['b'];"],
    ['an array index', "const a = ['Scott', 'Derrickson']; return a[0] + ' ' + a[1];"],
    ['an escaped string', "return '\\x42\\u006fno';"],
    ['percent escapes', "return decodeURIComponent('B%6fno');"],
    ['String.raw', 'return String.raw`Scott Derrickson`;'],
    ['a long chain', `return ${[...'Scott Derrickson'].map((c) => `'${c}'`).join(' + ')};`],
    ['a regular expression', 'return /scott derrickson/i.test(x);'],
    ['a regular expression with classes', 'return /[Ss]cott\\s+[Dd]errickson/.test(x);'],
    ['a number', 'return x.length === 1984;'],
    ['arithmetic', 'return x.length === 2000 - 16;'],
    ['an identifier', 'const scottDerrickson = x; return scottDerrickson;'],
    ['a snake-case key', 'return { scott_derrickson: x };'],
    ['an identifier without word breaks', 'const scottderrickson = x; return scottderrickson;'],
    ['a case label', "switch (x) { case 'Kiss and Tell (1945 film)': return 1; } return 2;"],
    ['a type', "const a: 'Chief of Protocol' | string = x; return a;"],
    ['a comment', '// the answer is Chief of Protocol\n  return x;'],
    ['an id inside an identifier', 'const is5a8b57f25542995d1e6f1371yes = x; return is5a8b57f25542995d1e6f1371yes;'],
    ['an id in pieces', "return x === '5a8b57f25542' + '995d1e6f1371';"],
  ])('%s', (_name, statements) => {
    const result = body(statements);
    const leaked = reasonsOf(result).filter(({ rule }) => rule === 'leak');
    expect(leaked, lines(result).join('\n') || result.kind).not.toHaveLength(0);
    expect(leaked[0]?.at).toMatch(/^main.ts:1[6-9]$/);
    expect(leaked[0]?.message).toMatch(/of a training case/);
  });

  it.each([
    ['a doc comment', add('/** Knows Scott Derrickson. */\nfunction a(): void {}')],
    ['a comment before the code', add('// Scott Derrickson\nfunction a(): void {}')],
    ['a comment after the code', add('function a(): void {}\n// Scott Derrickson')],
    ['a comment after a constant', declare('const A = 1; // Scott Derrickson')],
    ['a constant', declare("const A = 'Scott Derrickson';")],
    ['a type', declare("type A = 'Scott Derrickson';")],
    ['a function name', add('function scottDerrickson(): void {}')],
    ['a class field', add("class A { readonly a = 'Scott Derrickson'; b(): void {} }")],
    ['a file', { op: 'file', path: 'a.ts', code: '// Scott Derrickson\nexport type A = 1;' } as const],
    ['a path', { op: 'file', path: 'scott-derrickson.ts', code: 'export type A = 1;' } as const],
  ])('%s', (_name, edit) => {
    expect(reasonsOf(check([edit], { leaks })).map(({ rule }) => rule)).toContain('leak');
  });

  it('atob', () => {
    // The guest has it through the interface of a family, at most; the fold knows it all the same.
    expect(reasonsOf(body("return atob('U2NvdHQgRGVycmlja3Nvbg==');")).map(({ rule }) => rule)).toContain('leak');
  });

  it('constants of other files that were declared earlier, piece by piece', () => {
    const files = {
      'main.ts':
        "import { B } from './b.js';\nconst A = 'Scott';\nexport function main(): string {\n  return A + B;\n}\n",
      'b.ts': "export const B = ' and Derrickson';\n",
    };
    const code = (expression: string) => [
      replace('main.ts#main', `export function main(): string {\n  return ${expression};\n}`),
    ];
    expect(check(code('A + B.slice(4)'), { leaks }, files).kind).toBe('refused');
    expect(check(code('B + A'), { leaks }, files).kind).toBe('candidate');
  });
});

describe('a hit by a held-out case', () => {
  it('says only that it is not allowed, once and last', () => {
    const result = body("eval; const a = 'Animorphs Chronicle'; return a + ' and Animorphs Chronicle';");
    expect(reasonsOf(result).at(-1)).toEqual({ rule: 'leak', message: 'not allowed' });
    expect(reasonsOf(result).filter(({ rule }) => rule === 'leak')).toHaveLength(1);
    expect(reasonsOf(result)[0]?.rule).toBe('forbidden');
  });

  it('stays among the reasons when there are too many', () => {
    const result = body(`${'eval;\n'.repeat(30)} return 'Animorphs Chronicle';`);
    expect(reasonsOf(result)).toHaveLength(20);
    expect(reasonsOf(result).at(-1)).toEqual({ rule: 'leak', message: 'not allowed' });
  });

  it('is a training hit where a training case has the same text', () => {
    const leaked = reasonsOf(body("return 'Scott Derrickson';")).filter(({ rule }) => rule === 'leak');
    expect(leaked.every(({ at }) => at !== undefined)).toBe(true);
  });
});

describe('the leak check lets pass', () => {
  it.each([
    ['common texts', "return 'director';"],
    ['words under four letters', "return x === 'yes' ? 'no' : 'yes';"],
    ['small numerals', "return [7, '7', 100, x.slice(0, 7)];"],
    ['a short answer inside another text', "return 'bono fides' + 'the 1984 novel';"],
    ['half a title', "return 'Scott';"],
    ['a part of a word', "return 'decomposers';"],
    ['words in another order', "return 'Derrickson Scott';"],
    ['names of its own', 'const queryWords = x.split(" "); return queryWords.filter((word) => word.length > 3);'],
    ['recursion through a constant', 'const f = (n: number): number => (n > 0 ? f(n - 1) : 0); return f(3);'],
    ['broken encodings', "return [decodeURIComponent('%'), String.fromCodePoint(-1)];"],
    ['huge texts', "return 'ab'.repeat(1e9) + 'x'.padStart(1e9) + ['a'].join('b').repeat(5);"],
  ])('%s', (_name, statements) => {
    const result = body(statements);
    expect(lines(result)).toEqual([]);
  });

  it('what was in the harness before', () => {
    const files = {
      'main.ts': "const A = 'Scott Derrickson';\nfunction f(): string {\n  return A;\n}\nfunction g(): void {}\n",
    };
    expect(check([replace('main.ts#g', 'function g(): void {\n  return;\n}')], { leaks }, files).kind).toBe(
      'candidate',
    );
  });
});

describe('texts that a seed already holds', () => {
  const files = {
    'main.ts': "/** For a composer or an Animorphs Chronicle. */\nfunction f(): string {\n  return '';\n}\n",
  };
  const again = (value: string) =>
    replace(
      'main.ts#f',
      `/** For a composer or an Animorphs Chronicle. */\nfunction f(): string {\n  return '${value}';\n}`,
    );

  it('do not keep the function from being replaced', () => {
    expect(check([again('x')], { leaks }, files).kind).toBe('candidate');
  });

  it('do not open the way for others', () => {
    expect(check([again('Scott Derrickson')], { leaks }, files).kind).toBe('refused');
  });
});

describe('the cost of a leak check', () => {
  it('ends with 2,000 texts and code that folds without end', { timeout: 60_000 }, () => {
    const many = {
      ...leaks,
      telling: [...TELLING, ...Array.from({ length: 2000 }, (_, i) => train(`Some Title ${String(i)}`))],
    };
    const nested =
      "const a = Array.from('x'.repeat(9000)); const b = a.map((c) => a.map((d) => a.map((e) => c + d + e))); return b;";
    const started = performance.now();
    const result = check([add(`function helper(): unknown {\n  ${nested}\n}`)], { leaks: many });
    expect(result.kind).toBe('candidate');
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
