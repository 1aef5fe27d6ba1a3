import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../src/store/open-store.js';
import { REPLIES, SEED, testWorkspace, type TestWorkspace } from './cli-workspace.js';

let workspace: TestWorkspace;
let store: string;
let good: string;

beforeAll(async () => {
  workspace = await testWorkspace({
    'plain/main.ts': SEED.replace("return '';", 'return task.word;'),
    'reply.json': REPLIES[0],
    'answer.sh': 'cat "$1"\n',
  });
  store = path.join(workspace.directory, 'traces', 'espalier.db');
  good = path.join(workspace.directory, 'traces', 'good.db');
  const baseline = ['--baseline', 'plain'];
  const grown = await workspace.cli(['grow', '--run', 'one', ...baseline]);
  expect(grown.exitCode, grown.stderr).toBe(0);
  const stopped = await workspace.cli([
    ...[
      'grow',
      '--run',
      'stopped',
      '--optimizer',
      'command:sh answer.sh reply.json',
      '--budget-calls',
      '2',
      ...baseline,
    ],
  ]);
  expect(stopped.exitCode, stopped.stderr).toBe(4);
  // The baseline came from the command line; from here on its folder is gone.
  await rm(path.join(workspace.directory, 'plain'), { recursive: true });
  await copyFile(store, good);
}, 90_000);
afterAll(async () => {
  await workspace.remove();
});

/** Changes one byte in the middle of a value, whatever guards the store has. */
async function flip(table: string, column: string, where: string): Promise<void> {
  await copyFile(good, store);
  const db = new Database(store);
  try {
    for (const { name } of db
      .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'trigger'")
      .all())
      db.exec(`DROP TRIGGER ${name}`);
    const row = db
      .prepare<[], { id: number; value: string | Buffer }>(
        `SELECT rowid AS id, ${column} AS value FROM ${table} WHERE ${where} LIMIT 1`,
      )
      .get();
    if (!row) throw new Error(`Expected a row of ${table} where ${where}.`);
    const bytes = Buffer.from(row.value);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const value = typeof row.value === 'string' ? bytes.toString('latin1') : bytes;
    db.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(value, row.id);
  } finally {
    db.close();
  }
}

describe('replay run', () => {
  test('derives a whole run, its baseline too, whose folder is gone', { timeout: 60_000 }, async () => {
    const ended = await workspace.cli(['replay', 'run', 'one']);
    expect(ended.exitCode).toBe(0);
    expect(ended.stderr).toMatch(/^Deriving run one again: \d+ transitions\.$/m);
    expect(ended.stdout).toContain('✔ reproduced: all of run one comes out as recorded.');
    expect(ended.stdout).toMatch(/^transitions +(\d+) of \1 +every state hash, body and commit id$/m);
    expect(ended.stdout).toMatch(/^harness runs +(\d+) of \1 +node for node$/m);
    expect(ended.stdout).toMatch(/^gates +3 +1 rollback$/m);
    expect(ended.stdout).toMatch(/^gate files +3 of 3 /m);
  });

  test('derives a run that stopped at a budget up to its last transition', { timeout: 60_000 }, async () => {
    const ended = await workspace.cli(['replay', 'run', 'stopped']);
    expect(ended.exitCode, ended.stdout).toBe(0);
    expect(ended.stdout).toContain(
      'all of run stopped comes out as recorded. It was stopped before its test set was evaluated.',
    );
    expect(ended.stdout).toMatch(/^transitions +(\d+) of \1 /m);
  });

  test.each([
    ['a recorded reply', 'payload', 'json', "typeof(json) = 'text'", 'damaged row of table payload'],
    ['a recorded run', 'trace', 'blob', 'id = 5', 'damaged row of table trace'],
    ['a verdict', 'transition', 'body', "kind = 'rolled-back' AND run = 'one'", 'transition: one, '],
    ['a state hash', 'transition', 'state_hash', "ordinal = 4 AND run = 'one'", 'The first difference: transition 4, '],
  ])('names one flipped byte in %s, and exits with 1', { timeout: 60_000 }, async (_, table, column, where, named) => {
    await flip(table, column, where);
    try {
      const ended = await workspace.cli(['replay', 'run', 'one']);
      expect(ended.stdout).toContain(named);
      expect(ended.stdout).toContain('✘ not as recorded: run one.');
      expect(ended.stdout).toContain(`damaged row of table ${table}`);
      expect(ended.exitCode).toBe(1);
    } finally {
      await copyFile(good, store);
    }
  });
});

describe('a rollback, seen', () => {
  test('is told with its tasks and functions, and each command that is printed runs', { timeout: 90_000 }, async () => {
    const shown = await workspace.cli(['gates', 'show', '2', '--run', 'one']);
    expect(shown.exitCode).toBe(0);
    const [, after = ''] = shown.stdout.split('Look further\n');
    const commands = after.split('\n').map((line) => line.trim());
    expect(shown.stdout).toContain('Gate 2 of run one: roll-back, then rolled-back');
    expect(shown.stdout).toMatch(/^lost: \d+ tasks$/m);
    expect(shown.stdout).toMatch(/^ +gate-0 +1 +0 +[0-9a-f]{12}$/m);
    expect(shown.stdout).toContain('won: none');
    expect(shown.stdout).toContain('are exactly as at the checkpoint again: state hash');
    expect(shown.stdout).toContain('main.ts#main');
    expect(shown.stdout).toContain('word.length < 4');
    const worktree = commands.find((command) => command.startsWith('git worktree add')) ?? '';
    expect(worktree).toBe('git worktree add --detach ../one-rejected-1 espalier/one/rejected/1');
    const rejected = path.join(workspace.directory, '..', 'one-rejected-1');
    try {
      await workspace.git(...worktree.split(' ').slice(1));
      expect(await readFile(path.join(rejected, 'main.ts'), 'utf8')).toContain('word.length < 4');
    } finally {
      await workspace.git('worktree', 'remove', '--force', rejected);
    }
    for (const command of commands) {
      const args = command.replace("'…'", `{"word":"ant"}`).split(' ');
      if (command.startsWith('git worktree')) continue;
      if (args[0] === 'git') expect(await workspace.git(...args.slice(1)), command).not.toBe('');
      else {
        const ended = await workspace.cli(args.slice(2));
        expect(ended.exitCode, `${command}\n${ended.stderr}`).toBe(0);
        expect(ended.stdout, command).not.toBe('');
      }
    }
    expect(commands.length).toBeGreaterThanOrEqual(7);
  });
});

describe('another rule', () => {
  test('is told for one gate and for the whole run, in words and as JSON', { timeout: 60_000 }, async () => {
    const whole = await workspace.cli(['replay', 'gates', '--gate', 'paper', '--run', 'one']);
    expect(whole.exitCode).toBe(0);
    expect(whole.stdout).toContain('Run one under the rule paper, from the recorded outcomes');
    const rows = whole.stdout.split('\n').filter((line) => /^\d +(?:accept|roll-back) \(paired\)/.test(line));
    expect(rows).toHaveLength(3);
    expect(rows[1]).toMatch(/^2 +roll-back \(paired\) +roll-back +\S/);
    const [one, same] = await Promise.all([
      workspace.cli(['replay', 'gate', '2', '--gate', 'paper', '--run', 'one', '--json']),
      workspace.cli(['replay', 'run', 'one', '--gate', 'paper', '--json']),
    ]);
    const told = z.object({
      run: z.literal('one'),
      rule: z.literal('paper'),
      gates: z.array(z.looseObject({ gate: z.int(), recorded: z.string(), other: z.string() })),
      firstDifference: z.int().nullable(),
    });
    expect(told.parse(JSON.parse(one.stdout)).gates).toMatchObject([
      { gate: 2, recorded: 'roll-back', other: 'roll-back' },
    ]);
    expect(told.parse(JSON.parse(same.stdout)).gates.map((gate) => gate.recorded)).toEqual([
      'accept',
      'roll-back',
      'accept',
    ]);
  });
});

describe('a store of the first schema, from before seals', () => {
  let old: TestWorkspace;
  beforeAll(async () => {
    old = await testWorkspace();
    const packed = await readFile(new URL('../fixtures/stores/schema-1.db.gz', import.meta.url));
    await mkdir(path.join(old.directory, 'traces'));
    await writeFile(path.join(old.directory, 'traces', 'espalier.db'), gunzipSync(packed));
  });
  afterAll(async () => {
    await old.remove();
  });

  test('opens, and has no seal to compare', () => {
    const opened = openStore(path.join(old.directory, 'traces', 'espalier.db'));
    try {
      const { rows, unsealed, damaged } = opened.checkSeals();
      expect(damaged).toEqual([]);
      expect(unsealed).toBe(rows);
      expect(rows).toBeGreaterThan(200);
    } finally {
      opened.close();
    }
  });

  test('shows and re-derives its gates', { timeout: 60_000 }, async () => {
    const listed = await old.cli(['gates', '--run', 'whole']);
    expect(listed.stdout).toMatch(/^2 +25\.0% +75\.0% +roll-back +rolled-back /m);
    const shown = await old.cli(['gates', 'show', '2', '--run', 'whole']);
    expect(shown.exitCode).toBe(0);
    expect(shown.stdout).toMatch(/^lost: 12 tasks$/m);
    const replayed = await old.cli(['replay', 'gate', '2', '--run', 'whole', '--json']);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ derived: 'roll-back', runs: 32, reproduced: 32, record: [] });
    expect(replayed.exitCode).toBe(0);
  });

  test('says of its runs what this version does with them', { timeout: 60_000 }, async () => {
    const whole = await old.cli(['replay', 'run', 'whole']);
    expect([whole.exitCode, whole.stderr]).toEqual([2, expect.stringContaining('has gate records of format 1')]);
    const stopped = await old.cli(['replay', 'run', 'stopped']);
    expect(stopped.exitCode, stopped.stdout + stopped.stderr).toBe(0);
    expect(stopped.stdout).toMatch(/^store rows +0 of (\d+) +with their seal; \1 are from before seals$/m);
    const resumed = await old.cli(['grow', '--resume', 'stopped', '--optimizer', 'command:false']);
    expect(resumed.exitCode).toBe(2);
    expect(resumed.stderr).toContain('Run stopped was begun by a version of Espalier whose gates ran each task once');
  });
});
