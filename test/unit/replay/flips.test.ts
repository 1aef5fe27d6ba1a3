import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { growCommand } from '../../../src/compose/grow-command.js';
import { readGateRecord } from '../../../src/compose/read-gate-record.js';
import { rederiveFile } from '../../../src/compose/replay-command.js';
import { replayRunCommand, type ReplayedRunReport } from '../../../src/compose/replay-run-command.js';
import { storeFile } from '../../../src/compose/store-file.js';
import type { SealReport } from '../../../src/ports/store.js';
import { openStore } from '../../../src/store/open-store.js';
import { StoreError } from '../../../src/store/store-error.js';
import { InputError } from '../../../src/task/error.js';
import { type ChatServer, startChatServer } from '../../fixtures/chat-server.js';
import { toyWorkspace } from '../../fixtures/toy-workspace.js';
import type { TemporaryRepository } from '../versions/temporary-repository.js';

type Value = string | number | Buffer | null;
type Row = Readonly<Record<string, Value>>;

let server: ChatServer;
let workspace: TemporaryRepository;
let good: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-flips-'));
  server = await startChatServer(() => ({ text: 'one and the same' }));
  workspace = await toyWorkspace({ baseUrl: server.baseUrl, concurrency: 4 });
  process.env['OPENAI_API_KEY'] = 'not-a-real-key';
  await growCommand({
    workspace: { directory: workspace.path },
    run: 'toy',
    startedAt: 1_790_000_000_000,
    // Few runs, since each whole derivation makes them all again.
    options: { gate: 'paper' },
  });
  delete process.env['OPENAI_API_KEY'];
  await server.close();
  good = join(folder, 'good.db');
  copyFileSync(storeFile(workspace.path), good);
}, 120_000);
afterAll(() => {
  workspace.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** One byte is another one; of a number, its value. */
function flipped(value: Value, at: number): Value {
  if (value === null) return 1;
  if (typeof value === 'number') return value + 1_000;
  const bytes = Buffer.from(value);
  const place = Math.floor((bytes.length - 1) * at);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return typeof value === 'string' ? bytes.toString('latin1') : bytes;
}

/** A raw connection that none of the store's guards stop. */
function unguarded(file: string): Database.Database {
  const db = new Database(file);
  db.pragma('ignore_check_constraints = ON');
  db.pragma('foreign_keys = OFF');
  const triggers = db.prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'trigger'").all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  return db;
}

function change(db: Database.Database, table: string, row: Row, column: string, value: Value): void {
  const where = Object.keys(row).map((name) => `${name} IS @${name}`);
  const text = typeof row[column] === 'string' ? 'CAST(@new_value AS TEXT)' : '@new_value';
  const done = db
    .prepare(`UPDATE ${table} SET ${column} = ${text} WHERE ${where.join(' AND ')}`)
    .run({ ...row, new_value: value });
  expect(done.changes, `${table}.${column}`).toBe(1);
}

/** Row ids that only say in which order rows came. */
const ORDER: readonly string[] = ['measurement.id', 'spend.id', 'test_opening.id'];

function tablesOf(db: Database.Database): readonly { readonly table: string; readonly columns: readonly string[] }[] {
  const tables = db
    .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  return tables.map(({ name }) => ({
    table: name,
    columns: db
      .prepare<[], { name: string }>(`SELECT name FROM pragma_table_info('${name}')`)
      .all()
      .map((column) => column.name)
      .filter((column) => !ORDER.includes(`${name}.${column}`)),
  }));
}

function sealsOf(file: string): SealReport {
  const store = openStore(file);
  try {
    return store.checkSeals();
  } finally {
    store.close();
  }
}

describe('one flipped byte in a store', () => {
  it('is named with its table and row, in every column of every table', () => {
    expect(sealsOf(good)).toMatchObject({ unsealed: 0, damaged: [] });
    const file = join(folder, 'flipped.db');
    const tables = tablesOf(new Database(good, { readonly: true }));
    expect(tables.map((one) => one.table)).toEqual(
      expect.arrayContaining(['run', 'transition', 'version', 'payload', 'trace', 'response', 'measurement']),
    );
    let flips = 0;
    for (const { table, columns } of tables) {
      for (const column of columns) {
        for (const at of [0, 0.5, 1]) {
          copyFileSync(good, file);
          const db = unguarded(file);
          const rows = db.prepare<[], Row>(`SELECT * FROM ${table}`).all();
          const row = rows[Math.floor((rows.length - 1) * at)];
          if (!row) throw new Error(`Expected a row in ${table}, so that the test means something.`);
          change(db, table, row, column, flipped(row[column] ?? null, at));
          db.close();
          flips += 1;
          const { damaged } = sealsOf(file);
          expect(
            damaged.some((one) => one.table === table || (table === 'trace' && one.table === 'measurement')),
            `${table}.${column} at ${String(at)}: ${JSON.stringify(damaged)}`,
          ).toBe(true);
        }
      }
    }
    expect(flips).toBeGreaterThan(150);
  }, 120_000);

  it('is named where it makes a row unreadable, by every command that reads it', () => {
    const file = join(folder, 'torn.db');
    copyFileSync(good, file);
    const db = unguarded(file);
    const row = db.prepare<[], Row>("SELECT * FROM version WHERE typeof(files) = 'blob' LIMIT 1").get();
    if (!row) throw new Error('Expected a version that is deflated.');
    change(db, 'version', row, 'files', flipped(row['files'] ?? null, 0));
    db.close();
    const store = openStore(file);
    const { damaged } = store.checkSeals();
    expect(damaged).toEqual([{ table: 'version', row: row['id'] }]);
    const read = (): unknown => store.files(row['id'] as Parameters<typeof store.files>[0]); // an id of the store
    expect(read).toThrow(StoreError);
    expect(read).toThrow(String(row['id']));
    store.close();
  });
});

describe('a change that seals do not show', () => {
  /** Changes one value, then takes all seals off, so that derivation alone is left. */
  async function derivedAfter(
    table: string,
    where: string,
    column: string,
    edit: (value: string) => string,
  ): Promise<ReplayedRunReport> {
    const file = storeFile(workspace.path);
    copyFileSync(good, file);
    const db = unguarded(file);
    const row = db.prepare<[], Row>(`SELECT * FROM ${table} WHERE ${where} LIMIT 1`).get();
    if (!row) throw new Error(`Expected a row of ${table} where ${where}.`);
    const value = row[column] ?? null;
    const text = Buffer.isBuffer(value) ? inflateRawSync(value).toString('utf8') : String(value);
    const edited = edit(text);
    expect(edited).not.toBe(text);
    change(db, table, row, column, typeof value === 'number' ? Number(edited) : edited);
    for (const one of tablesOf(db)) db.exec(`UPDATE ${one.table} SET seal = NULL`);
    db.close();
    return replayRunCommand({ workspace: { directory: workspace.path }, run: 'toy' });
  }

  it('is named with the first transition that it reaches: a state hash', async () => {
    const report = await derivedAfter('transition', 'ordinal = 9', 'state_hash', (hash) => `${hash.slice(0, -1)}x`);
    expect(report).toMatchObject({ same: false, derived: { divergence: { ordinal: 9, field: 'stateHash' } } });
    expect(report.derived?.transitions.reproduced).toBe(8);
    expect(report.store.unsealed).toBe(report.store.rows);
  }, 60_000);

  it('a verdict, also against the gate’s file', async () => {
    const report = await derivedAfter('transition', "kind = 'rolled-back'", 'body', (body) =>
      body.replace('"verdict":"roll-back"', '"verdict":"accept"'),
    );
    expect(report.derived?.divergence).toMatchObject({
      kind: 'rolled-back',
      field: 'body.verdict',
      recorded: '"accept"',
      derived: '"roll-back"',
    });
    expect(report.gateFiles.differ).toMatchObject([{ field: 'verdict', recorded: '"roll-back"', derived: '"accept"' }]);
  }, 60_000);

  it('the optimizer’s reply', async () => {
    const report = await derivedAfter('transition', "kind = 'proposed'", 'body', (body) =>
      body.replace('table', 'tablf'),
    );
    // The state after it still holds what was really answered.
    expect(report.derived?.divergence).toMatchObject({ kind: 'proposed', field: 'state.next.reply' });
  }, 60_000);

  it('a score', async () => {
    const report = await derivedAfter('measurement', "phase = 'collect'", 'judged', (judged) =>
      judged.replace('"success":0', '"success":1').replace('"solved":false', '"solved":true'),
    );
    expect(report.derived?.divergence).toMatchObject({ kind: 'collected', field: 'a run of the harness' });
    expect(report.derived?.divergence?.derived).toContain('score: recorded');
  }, 60_000);

  it('the start, which dates the commits', async () => {
    const report = await derivedAfter('run', "id = 'toy'", 'started_at', (at) => String(Number(at) + 1_000));
    expect(report.derived?.divergence).toMatchObject({ ordinal: 1, field: 'body.commit' });
  }, 60_000);
});

describe('one flipped byte in a gate’s file', () => {
  it('is caught by the record alone', async () => {
    const gate = 3;
    const name = join(workspace.path, 'gates', 'toy', `gate-000${String(gate)}.json`);
    const bytes = readFileSync(name);
    expect(await rederiveFile(name, gate)).toMatchObject({ recorded: 'roll-back', derived: 'roll-back', record: [] });
    const file = join(folder, 'gate.json');
    for (let place = 0; place < bytes.length - 1; place += 23) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      writeFileSync(file, changed);
      const where = `byte ${String(place)}: ${changed.subarray(Math.max(0, place - 20), place + 20).toString('latin1')}`;
      try {
        const { record } = await rederiveFile(file, gate);
        expect(record.length, where).toBeGreaterThan(0);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        expect(error.message, where).toContain(file);
      }
    }
  }, 60_000);

  it('is caught in a record of the first format where it touches what follows from its outcomes', async () => {
    const old = new URL('../../fixtures/gates/format-1.json', import.meta.url).pathname;
    const record = await readGateRecord(old);
    expect(record).toMatchObject({ format: 1, verdict: 'accept' });
    expect(await rederiveFile(old, 1)).toMatchObject({ recorded: 'accept', derived: 'accept', record: [] });
    const file = join(folder, 'old.json');
    for (const [was, is, field] of [
      ['"verdict": "accept"', '"verdict": "roll-back"', 'verdict'],
      ['"acted": "checkpoint"', '"acted": "undecided"', 'acted'],
      ['"success": 0.98', '"success": 0.99', 'candidate.success'],
      ['"coverage": 1', '"coverage": 0.9', 'coverage'],
    ] as const) {
      writeFileSync(file, readFileSync(old, 'utf8').replace(was, is));
      const found = await rederiveFile(file, 1);
      expect(found.record.map((one) => one.field)).toContain(field);
    }
  });
});
