import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** File, its text, and the rule that must catch it (none: it must pass; null: it is there for another's sake). */
const files: readonly (readonly [file: string, text: string, rule?: string | null])[] = [
  ['src/task/json.ts', 'export const json = 1;'],
  ['src/task/hash.ts', "export { createHash } from 'node:crypto';"],
  ['src/task/up.ts', "export type { Port } from '../ports/port.js';", 'room-task'],
  ['src/trace/good.ts', "export { json } from '../task/json.js';"],
  ['src/trace/through-hash.ts', "export { createHash } from '../task/hash.js';", 'guest-safe-no-node'],
  ['src/runtime/direct.ts', "export { readFileSync } from 'node:fs';", 'guest-safe-no-node'],
  ['src/runtime/package.ts', "export { z } from 'zod';", 'guest-safe-no-packages'],
  ['src/ports/port.ts', "export type { json as Port } from '../task/json.js';"],
  ['src/llm/sideways.ts', "export { leaf } from '../editor/leaf.js';", 'room-llm'],
  ['src/llm/good.ts', "export type { Port } from '../ports/port.js';"],
  ['src/editor/leaf.ts', "export { Project as leaf } from 'ts-morph';"],
  ['src/llm/morph.ts', "export { Project } from 'ts-morph';", 'only-some-rooms-use-ts-morph'],
  ['src/llm/realm.ts', "export { VM } from 'vm2';", 'only-some-rooms-use-vm2'],
  ['src/grow/database.ts', "export type { Database } from 'better-sqlite3';", 'only-some-rooms-use-better-sqlite3'],
  ['src/families/lazy.ts', "export const lazy = () => import('better-sqlite3');"],
  ['src/families/eager.ts', "export { default as D } from 'better-sqlite3';", 'families-load-natives-lazily'],
  ['src/measure/spawn.ts', "export { spawn } from 'node:child_process';", 'only-some-rooms-use-child_process'],
  ['src/gate/impure.ts', "export { readFileSync } from 'node:fs';", 'pure-no-node'],
  ['src/grow/concrete.ts', "export { leaf } from '../editor/leaf.js';", 'room-grow'],
  ['src/cli/logic.ts', "export { lazy } from '../families/lazy.js';", 'room-cli'],
  ['src/compose/wire.ts', "export { leaf } from '../editor/leaf.js';"],
  ['src/shed/a.ts', "export { b } from './b.js';", 'room-is-in-the-table'],
  ['src/shed/b.ts', 'export const b = 1;', null],
  ['src/store/ring-a.ts', "import { b } from './ring-b.js';\nexport const a = (): number => b();", 'no-cycles'],
  ['src/store/ring-b.ts', "import { a } from './ring-a.js';\nexport const b = (): number => a();", null],
  ['src/store/index.ts', "export { a } from './ring-a.js';", 'no-other-barrel'],
  ['src/store/left-over.ts', 'export const leftOver = 1;', 'no-orphans'],
];

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

describe('the import table', () => {
  const project = resolve(import.meta.dirname, '../../..');
  let folder = '';
  let violations: readonly Violation[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'espalier-imports-'));
    await symlink(join(project, 'node_modules'), join(folder, 'node_modules'), 'dir');
    await writeFile(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "module": "NodeNext" } }');
    await writeFile(
      join(folder, 'package.json'),
      '{ "type": "module", "dependencies": { "ts-morph": "*", "better-sqlite3": "*" } }',
    );
    for (const [file, text] of files) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), `${text}\n`);
    }
    const cruise = await execa(
      process.execPath,
      [
        join(project, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
        ...['--config', join(project, '.dependency-cruiser.cjs'), '--output-type', 'json', 'src'],
      ],
      { cwd: folder },
    );
    violations = JSON.parse(cruise.stdout).summary.violations;
  });
  afterAll(() => rm(folder, { recursive: true }));

  const rulesAgainst = (file: string): readonly string[] =>
    violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);

  const breaches = files.flatMap(([file, , rule]) => (rule ? [{ file, rule }] : []));
  test.each(breaches)('$rule catches $file', ({ file, rule }) => {
    expect(rulesAgainst(file)).toContain(rule);
  });

  const sound = files.flatMap(([file, , rule]) => (rule === undefined ? [{ file }] : []));
  test.each(sound)('lets $file pass', ({ file }) => {
    expect(rulesAgainst(file)).toEqual([]);
  });
});
