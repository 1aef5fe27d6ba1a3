import { describe, expect, it } from 'vitest';
import type { CheckResult, EditRules, Reason } from '../../../src/ports/editor.js';
import type { Edit } from '../../../src/ports/edit-set.js';
import { add, check, declare, editor, FILES, id, lines, reasonsOf, remove, replace } from './small-harness.js';

type Row = readonly [
  name: string,
  rule: Reason['rule'],
  edits: readonly Edit[],
  at: RegExp | undefined,
  message: RegExp,
  rules?: Partial<EditRules>,
];

const MAIN = (body: string): Edit =>
  replace(
    'main.ts#main',
    `/** Asks once. */\nexport async function main(task: Task, rt: Runtime): Promise<Answer> {\n${body}\n}`,
  );
const IN_MAIN = (statement: string): readonly Edit[] => [
  MAIN(`  ${statement}\n  return { answer: '', evidence: [] };`),
];
const WORDS = (head: string): readonly Edit[] => [
  replace('text.ts#words', `${head} {\n  return text.split(' ').filter((word) => word.length >= least);\n}`),
];

const refused: readonly Row[] = [
  // scope and budget
  [
    'a replacement outside the surface',
    'scope',
    [replace('main.ts#unused', 'function unused(query: string): string {\n  return query.trim();\n}')],
    /^main.ts:12$/,
    /`main.ts#main`/,
    { surface: [id('main.ts#main')] },
  ],
  [
    'a removal outside the surface',
    'scope',
    [remove('main.ts#unused')],
    /^main.ts:12$/,
    /not touched/,
    { surface: [id('main.ts#main')] },
  ],
  [
    'an unchanged replacement outside the surface',
    'scope',
    [
      replace('main.ts#unused', 'function unused(query: string): string {\n  return query;\n}'),
      add('function a(): void {}'),
    ],
    undefined,
    /not touched/,
    { surface: [id('main.ts#main')] },
  ],
  [
    'more functions than L',
    'budget',
    [add('function a(): void {}\nfunction b(): void {}')],
    undefined,
    /2 functions.* at most 1.*added `main.ts#a`, added `main.ts#b`/,
    { budget: 1 },
  ],
  [
    'class members over L',
    'budget',
    [add('class A { b(): void {} c(): void {} }')],
    undefined,
    /main.ts#A.b.*main.ts#A.c/,
    { budget: 1 },
  ],
  ['constants over L', 'budget', [declare('const A = 1, B = 2;')], undefined, /constant `main.ts#A`/, { budget: 1 }],
  [
    'a removal over L',
    'budget',
    [remove('main.ts#unused'), add('function a(): void {}')],
    undefined,
    /removed `main.ts#unused`/,
    { budget: 1 },
  ],
  [
    'a new file over L',
    'budget',
    [{ op: 'file', path: 'a.ts', code: 'export function a(): void {}\nexport const B = 1;' }],
    undefined,
    /a.ts#B/,
    { budget: 1 },
  ],
  // size
  [
    'a giant function',
    'size',
    [add(`function a(): string {\n  return '${'x'.repeat(6000)}';\n}`)],
    /^main.ts:16$/,
    /at most 6000/,
  ],
  ['a giant constant', 'size', [declare(`const A = '${'x'.repeat(6000)}';`)], /^main.ts:5$/, /at most 6000/],
  // signature
  [
    'another parameter type',
    'signature',
    WORDS('export function words(text: string | null, least = 1): Words'),
    /^text.ts:6$/,
    /parameters must stay `\(text: string, least = …\)`/,
  ],
  [
    'another parameter name',
    'signature',
    WORDS('export function words(input: string, least = 1): Words'),
    undefined,
    /parameters/,
  ],
  [
    'a lost default',
    'signature',
    WORDS('export function words(text: string, least: number): Words'),
    undefined,
    /parameters/,
  ],
  [
    'another return type',
    'signature',
    WORDS('export function words(text: string, least = 1): string[]'),
    undefined,
    /return type must stay `Words`/,
  ],
  [
    'no longer exported',
    'signature',
    WORDS('function words(text: string, least = 1): Words'),
    undefined,
    /modifiers must stay `export`/,
  ],
  ['async', 'signature', WORDS('export async function words(text: string, least = 1): Words'), undefined, /modifiers/],
  ['a generator', 'signature', WORDS('export function* words(text: string, least = 1): Words'), undefined, /modifiers/],
  [
    'type parameters',
    'signature',
    WORDS('export function words<T>(text: string, least = 1): Words'),
    undefined,
    /type parameters/,
  ],
  [
    'visibility',
    'signature',
    [replace('plan.ts#Plan.put', 'private put(step: string): void {}')],
    undefined,
    /modifiers/,
  ],
  [
    'static or not',
    'signature',
    [replace('plan.ts#Plan.empty', 'empty(): Plan {\n    return this;\n  }')],
    undefined,
    /static/,
  ],
  [
    'a getter as a method',
    'signature',
    [replace('plan.ts#Plan.size', 'size(): number {\n    return 1;\n  }')],
    undefined,
    /kind/,
  ],
  // target
  [
    'an unknown function',
    'target',
    [replace('text.ts#word', 'function word(): void {}')],
    /^edits\[0\].function$/,
    /nearest: `text.ts#words`/,
  ],
  ['an unknown file', 'target', [add('function a(): void {}', 'other.ts')], /^edits\[0\].file$/, /`main.ts`/],
  ['a prototype member as a file', 'target', [add('function a(): void {}', 'toString')], undefined, /no file/],
  [
    'a file that exists',
    'target',
    [{ op: 'file', path: 'text.ts', code: 'export type A = 1;' }],
    /^edits\[0\].path$/,
    /exists/,
  ],
  ['an unsafe path', 'target', [{ op: 'file', path: '../a.ts', code: 'export type A = 1;' }], undefined, /no path/],
  [
    'two edits of a function',
    'target',
    [...IN_MAIN(''), remove('main.ts#main')],
    /^edits\[1\].function$/,
    /second edit/,
  ],
  ['a name that exists', 'target', [add('function unused(): void {}')], /^edits\[0\].code$/, /`replace`/],
  [
    'a name that two edits add',
    'target',
    [add('function a(): void {}'), declare('const a = 1;')],
    /^edits\[1\].code$/,
    /already declared/,
  ],
  [
    'a name that shadows the language',
    'target',
    [add('function parseInt(text: string): number {\n  return text.length;\n}')],
    /^edits\[0\].code$/,
    /the language's own/,
  ],
  ['the removal of main', 'target', [remove('main.ts#main')], undefined, /entry/],
  [
    'the removal of a function in use',
    'target',
    [remove('text.ts#shorten')],
    /^main.ts:8$/,
    /`main.ts#main` still refers/,
  ],
  ['the removal of a member in use', 'target', [remove('plan.ts#Plan.put')], /^use.ts:3$/, /`use.ts#use` still refers/],
  [
    'no change at all',
    'target',
    [replace('main.ts#unused', 'function unused(query: string): string {\n  return query;\n}')],
    undefined,
    /changes nothing/,
  ],
  ['an import of a missing file', 'target', [declare("import { a } from './a.js';")], /^main.ts:3$/, /no file `a.ts`/],
  // shape
  [
    'two declarations in a replacement',
    'shape',
    [
      replace(
        'main.ts#unused',
        'function unused(query: string): string {\n  return query;\n}\nfunction more(): void {}',
      ),
    ],
    /^edits\[0\].code:1$/,
    /exactly one declaration/,
  ],
  [
    'another name in a replacement',
    'shape',
    [replace('main.ts#unused', 'function used(query: string): string {\n  return query;\n}')],
    undefined,
    /got `used`/,
  ],
  [
    'another form in a replacement',
    'shape',
    [replace('main.ts#unused', 'const unused = (query: string): string => query;')],
    undefined,
    /a function declaration/,
  ],
  [
    'a class around a member',
    'shape',
    [replace('plan.ts#Plan.put', 'class Plan { put(step: string): void {} }')],
    undefined,
    /around it away/,
  ],
  [
    'a member that closes its class',
    'shape',
    [replace('plan.ts#Plan.put', 'put(step: string): void {} } class Evil { a(): void {}')],
    undefined,
    /exactly one/,
  ],
  ['a constant in an add', 'shape', [add('const A = 1;')], /^edits\[0\].code:1$/, /`declare`/],
  ['a function in a declare', 'shape', [declare('const a = (): number => 1;')], undefined, /`add`/],
  ['let at module level', 'shape', [declare('let count = 0;')], /^main.ts:5$/, /`let`/],
  ['a call at module level', 'shape', [declare("const A = 'a b'.split(' ');")], undefined, /no calls/],
  ['a mutable container', 'shape', [declare('const A = new Map<string, string>();')], undefined, /no `new`/],
  ['an array that can be pushed to', 'shape', [declare("const A = ['a'];")], undefined, /as const/],
  [
    'a statement in a new file',
    'shape',
    [{ op: 'file', path: 'a.ts', code: 'export const A = 1;\n[1].map(String);' }],
    /^a.ts:2$/,
    /into a function/,
  ],
  ['a static block', 'shape', [add('class A { static { [1].map(String); } }')], undefined, /static block/],
  ['mutable static state', 'shape', [add('class A { static count = 0; }')], undefined, /static readonly/],
  ['a re-export', 'shape', [{ op: 'file', path: 'a.ts', code: "export * from './text.js';" }], undefined, /re-export/],
  ['an enum', 'shape', [{ op: 'file', path: 'a.ts', code: 'export enum A { B }' }], undefined, /module level/],
  [
    'a getter and a setter of one name',
    'shape',
    [add('class A { get b(): number { return 1; } set b(x: number) {} }')],
    undefined,
    /its own name/,
  ],
  [
    'code that comments out what follows',
    'shape',
    [replace('one.ts#a', 'function a(): number { return 2; } //')],
    undefined,
    /b/,
  ],
  // parse
  ['code that does not parse', 'parse', [MAIN('  return {')], /^edits\[0\].code:\d+$/, /expected/],
  [
    'an unterminated comment',
    'parse',
    [replace('main.ts#unused', 'function unused(query: string): string {\n  return query;\n} /*')],
    undefined,
    /\*\//,
  ],
  // type
  ['a wrong type', 'type', IN_MAIN('const a: number = task.question;'), /^main.ts:8$/, /not assignable/],
  ['an unknown tool', 'type', IN_MAIN('await rt.tools.fetch({});'), /^main.ts:8$/, /fetch/],
  ['the DOM and Node', 'type', IN_MAIN("console.log('x');"), undefined, /console/],
  ['null where strict', 'type', IN_MAIN('const a: string = null;'), undefined, /null/],
  // forbidden
  [
    'an import from outside',
    'forbidden',
    [declare("import { readFileSync } from 'node:fs';")],
    /^main.ts:3$/,
    /'espalier\/runtime'/,
  ],
  ['a specifier without .js', 'forbidden', [declare("import { Plan } from './plan';")], undefined, /\.js/],
  ['a way out of the harness', 'forbidden', [declare("import { Plan } from '../plan.js';")], undefined, /own files/],
  ['import()', 'forbidden', IN_MAIN("await import('./plan.js');"), /^main.ts:8$/, /import\(\)/],
  ['an import type', 'forbidden', IN_MAIN("const a: import('./plan.js').Plan | null = null;"), undefined, /import/],
  ['import.meta', 'forbidden', IN_MAIN('import.meta;'), undefined, /import\.meta/],
  ...[
    'require',
    'eval',
    'Function',
    'process',
    'globalThis',
    'global',
    'WebAssembly',
    'SharedArrayBuffer',
    'Atomics',
    'Proxy',
    'Reflect',
    'Intl',
    'WeakRef',
    'FinalizationRegistry',
  ].map((name): Row => [name, 'forbidden', IN_MAIN(`${name};`), /^main.ts:8$/, new RegExp(`no \`${name}\``)]),
  ['an escaped identifier', 'forbidden', IN_MAIN('\\u0065val;'), /^main.ts:8$/, /no `eval`/],
  ['with', 'forbidden', IN_MAIN('with (task) {}'), undefined, /with/],
  ['debugger', 'forbidden', IN_MAIN('debugger;'), undefined, /debugger/],
  ['.constructor', 'forbidden', IN_MAIN('rt.note.constructor;'), undefined, /constructor/],
  [
    '{ constructor } patterns',
    'forbidden',
    IN_MAIN('const { constructor: c } = rt.note; const { prototype } = c;'),
    undefined,
    /prototype/,
  ],
  ['.prototype', 'forbidden', IN_MAIN('String.prototype;'), undefined, /prototype/],
  ['__proto__', 'forbidden', IN_MAIN('const a = { __proto__: null };'), undefined, /__proto__/],
  ['prepareStackTrace', 'forbidden', IN_MAIN('(Error as any).prepareStackTrace = 1;'), undefined, /prepareStackTrace/],
  ['reserved names', 'forbidden', IN_MAIN('const __espalierNode = 1;'), undefined, /reserved/],
  ['Symbol.species', 'forbidden', IN_MAIN('Symbol.species;'), undefined, /species/],
  [
    'a folded computed access',
    'forbidden',
    IN_MAIN("const k = 'const'; (rt.note as any)[`${k}ructor`];"),
    undefined,
    /computed access to `constructor`/,
  ],
  ['a folded computed key', 'forbidden', IN_MAIN("const a = { ['__pro' + 'to__']: 1 };"), undefined, /__proto__/],
  [
    '@ts-ignore',
    'forbidden',
    IN_MAIN('// @ts-ignore\n  const a: number = task.question;'),
    /^main.ts:8$/,
    /@ts-ignore/,
  ],
  [
    '@ts-nocheck',
    'forbidden',
    [{ op: 'file', path: 'a.ts', code: '// @ts-nocheck\nexport const A: string = 1;' }],
    /^a.ts:1$/,
    /@ts-nocheck/,
  ],
  [
    '@ts-expect-error',
    'forbidden',
    IN_MAIN('/* @ts-expect-error */ const a: number = task.question;'),
    undefined,
    /expect-error/,
  ],
  [
    'a reference directive',
    'forbidden',
    [{ op: 'file', path: 'a.ts', code: '/// <reference lib="dom" />\nexport type A = 1;' }],
    /^a.ts:1$/,
    /reference/,
  ],
  [
    'decorators',
    'forbidden',
    [add('function d(x: unknown, y: unknown): void {}\n@d class A { a(): void {} }')],
    undefined,
    /decorator/,
  ],
  // leak
  [
    'a gold title',
    'leak',
    IN_MAIN("const a = 'Scott Derrickson';"),
    /^main.ts:8$/,
    /gold title/,
    { leaks: { telling: [{ text: 'Scott Derrickson', what: 'title', split: 'train' }], common: () => false } },
  ],
];

const files = {
  ...FILES,
  'use.ts': "import { Plan } from './plan.js';\nexport function use(plan: Plan): void {\n  plan.put('a');\n}\n",
  'one.ts': 'function a(): number { return 1; } function b(): number { return a(); }\n',
};

const expectRefusal = (result: CheckResult, rule: Reason['rule'], at: RegExp | undefined, message: RegExp): void => {
  const fitting = reasonsOf(result).filter((reason) => reason.rule === rule && message.test(reason.message));
  expect(fitting, lines(result).join('\n') || result.kind).not.toHaveLength(0);
  if (at !== undefined)
    expect(
      fitting.map((reason) => reason.at ?? '').some((place) => at.test(place)),
      lines(result).join('\n'),
    ).toBe(true);
};

describe('check refuses', () => {
  for (const [name, rule, edits, at, message, rules = {}] of refused) {
    it(`${name} (${rule})`, () => {
      expectRefusal(check(edits, rules, files), rule, at, message);
    });
  }

  it('with every reason it can find, in source order, at most twenty', () => {
    const result = check([
      ...IN_MAIN('process; const a: number = task.question; eval;'),
      replace('text.ts#nothing', 'x'),
      ...WORDS('function words(text: string)'),
    ]);
    expect(reasonsOf(result).map(({ rule, at }) => `${rule} ${at ?? ''}`)).toEqual([
      'target edits[1].function',
      'forbidden main.ts:8',
      'forbidden main.ts:8',
      'signature text.ts:6',
    ]);
    const many = check(IN_MAIN(Array.from({ length: 40 }, () => 'eval;').join('\n')));
    expect(reasonsOf(many)).toHaveLength(20);
  });

  it('does not carry anything over into the next check', () => {
    check([{ op: 'file', path: 'a.ts', code: 'export const A: string = 1;' }]);
    expect(check([declare("import { A } from './a.js';")]).kind).toBe('refused');
    expect(check([add('function a(): void {}')]).kind).toBe('candidate');
  });
});

const honest: readonly (readonly [name: string, edits: readonly Edit[], changed: readonly string[]])[] = [
  [
    'a new body',
    [
      MAIN(
        "  const hits = await rt.tools.search({ query: task.question });\n  return { answer: hits[0]?.title ?? '', evidence: [] };",
      ),
    ],
    ['main.ts#main'],
  ],
  [
    'types spelled another way',
    [
      replace(
        'text.ts#words',
        "export function words(\n  text:string, // the text\n  least=2,\n):Words {\n  return text.split(',').slice(least);\n}",
      ),
    ],
    ['text.ts#words'],
  ],
  [
    'an arrow',
    [replace('text.ts#shorten', 'export const shorten = (text: string): string => text.slice(0, 80);')],
    ['text.ts#shorten'],
  ],
  [
    'class members of every kind',
    [
      replace('plan.ts#Plan.put', '/** Puts. */\n  put(step: string): void {\n    this.steps.unshift(step);\n  }'),
      replace('plan.ts#Plan.size', 'get size(): number {\n    return this.steps.length + 1;\n  }'),
      replace('plan.ts#Plan.constructor', "constructor() {\n    this.steps.push('go');\n  }"),
      replace('plan.ts#Plan.last', 'last = (): string | undefined => this.steps[0];'),
    ],
    ['plan.ts#Plan.constructor', 'plan.ts#Plan.last', 'plan.ts#Plan.put', 'plan.ts#Plan.size'],
  ],
  [
    'new functions with a loop, any and a process method',
    [
      add(
        'function retry(n: number): any {\n  for (let i = 0; i < n; i += 1) if (i > 3) return { process: i }.process;\n  return undefined;\n}',
      ),
    ],
    ['main.ts#retry'],
  ],
  [
    'a class',
    [add('class Queue { private readonly items: string[] = []; push(item: string): void { this.items.push(item); } }')],
    ['main.ts#Queue.push'],
  ],
  [
    'constants, types and imports',
    [
      declare(
        "import { Plan } from './plan.js';\ntype Pair = readonly [string, string];\nconst STOP: readonly string[] = ['the', 'of'];\nconst RE = /a+/g;\nconst TABLE = { a: 1, b: [2, 3] } as const;\nconst NEXT = MAX_HITS * 2;",
      ),
      add(
        'function plan(pair: Pair): number {\n  return new Plan().size + NEXT + TABLE.a + (RE.test(pair[0]) ? STOP.length : 0);\n}',
      ),
    ],
    ['main.ts#plan'],
  ],
  [
    'a new file that main uses',
    [
      {
        op: 'file',
        path: 'hops/second.ts',
        code: "import { shorten } from '../text.js';\nexport const second = (text: string): string => shorten(text);",
      },
      declare("import { second } from './hops/second.js';"),
      MAIN('  return { answer: second(task.question), evidence: [] };'),
    ],
    ['hops/second.ts#second', 'main.ts#main'],
  ],
  ['a removal', [remove('main.ts#unused')], ['main.ts#unused']],
  [
    'a removal with its last caller replaced',
    [remove('text.ts#shorten'), MAIN('  return { answer: task.question, evidence: [] };')],
    ['main.ts#main', 'text.ts#shorten'],
  ],
];

describe('check accepts', () => {
  it.each(honest)('%s', (_name, edits, changed) => {
    const result = check(edits);
    if (result.kind === 'refused') throw new Error(lines(result).join('\n'));
    expect(result.changed).toEqual(changed);
    expect(result.version).toBe(editor.version(result.files));
    expect(result.version).not.toBe(editor.version(FILES));
    expect(editor.admit(result.files)).toBe(result.version);
  });

  it('new functions whatever the surface', () => {
    expect(check([add('function a(): void {}')], { surface: [] }).kind).toBe('candidate');
  });
});
