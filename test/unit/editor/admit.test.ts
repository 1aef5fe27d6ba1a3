import { describe, expect, it } from 'vitest';
import { openEditor } from '../../../src/editor/open-editor.js';
import { InputError } from '../../../src/task/error.js';
import { editor, FILES, INTERFACE } from './small-harness.js';

const HEAD = "import type { Answer, Runtime, Task } from 'espalier/runtime';\n";
const MAIN = `export async function main(task: Task, rt: Runtime): Promise<Answer> {
  rt.note(task.question);
  return { answer: '', evidence: [] };
}
`;

describe('admit', () => {
  it('takes a harness and gives its version', () => {
    expect(editor.admit(FILES)).toBe(editor.version(FILES));
    expect(editor.admit({ 'main.ts': HEAD + MAIN })).toBe(editor.version({ 'main.ts': HEAD + MAIN }));
  });

  it.each([
    ['no main.ts', { 'other.ts': HEAD + MAIN }, /main\.ts:1 .*no main\.ts/],
    ['no main', { 'main.ts': 'export const A = 1;\n' }, /main\.ts:1 .*export async function main/],
    [
      'a main that is not exported',
      { 'main.ts': HEAD + MAIN.replace('export ', '') },
      /main\.ts:2 .*the entry must be/,
    ],
    ['a main that is not async', { 'main.ts': HEAD + MAIN.replace('async ', '') }, /main\.ts:2 .*the entry/],
    ['a main without rt', { 'main.ts': HEAD + MAIN.replace(', rt: Runtime', '') }, /the entry must be/],
    ['an optional rt', { 'main.ts': HEAD + MAIN.replace('rt:', 'rt?:') }, /the entry must be/],
    [
      'a main that is a constant',
      {
        'main.ts': `${HEAD}export const main = async (task: Task, rt: Runtime): Promise<Answer> => ({ answer: '', evidence: [] });\n`,
      },
      /the entry/,
    ],
    [
      'types of its own under the interface names',
      {
        'main.ts': `type Task = { q: number }; type Runtime = object; type Answer = { a: 1 };\nexport async function main(task: Task, rt: Runtime): Promise<Answer> {\n  return { a: 1 };\n}\n`,
      },
      /main\.ts:2 .*interface's own types/,
    ],
    ['a type error', { 'main.ts': HEAD + MAIN.replace("answer: ''", 'answer: 1') }, /main\.ts:4 \[type\]/],
    ['a syntax error', { 'main.ts': `${HEAD}${MAIN}function (` }, /main\.ts:6 \[parse\]/],
    ['state at module level', { 'main.ts': `${HEAD}let n = 0;\n${MAIN}` }, /main\.ts:2 \[shape\]/],
    [
      'what is forbidden',
      { 'main.ts': HEAD + MAIN, 'lib/a.ts': 'export const a = (): unknown => process;\n' },
      /lib\/a\.ts:1 \[forbidden\]/,
    ],
    ['a file that is no TypeScript', { 'main.ts': HEAD + MAIN, 'notes.md': 'x' }, /notes\.md:1/],
    ['a path out of the harness', { 'main.ts': HEAD + MAIN, '../a.ts': 'export type A = 1;' }, /\.\.\/a\.ts:1/],
  ])('refuses %s', (_name, files, message) => {
    expect(() => editor.admit(files)).toThrow(InputError);
    expect(() => editor.admit(files)).toThrow(message);
  });

  it('lists every fault', () => {
    const files = { 'main.ts': `${HEAD}let n = 0;\n${MAIN}eval;\n` };
    expect(() => editor.admit(files)).toThrow(/main\.ts:2[\s\S]*main\.ts:7/);
  });
});

describe('open', () => {
  it('refuses an interface whose declarations do not parse', () => {
    expect(() => openEditor({ ...INTERFACE, dts: 'declare module {' })).toThrow(InputError);
  });

  it('takes declarations as a module, too', () => {
    const dts = INTERFACE.dts
      .replace("declare module 'espalier/runtime' {", '')
      .replace(/}\n$/, '')
      .replaceAll('  export', 'export');
    const own = openEditor({ ...INTERFACE, dts });
    expect(own.admit(FILES)).toBe(editor.version(FILES));
    expect(() => own.admit({ 'main.ts': HEAD + MAIN.replace('rt.note(', 'rt.nothing(') })).toThrow(
      /main\.ts:3 \[type\]/,
    );
  });
});
