import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attemptAt, connect } from '../../../src/store/connection.js';
import { openStore } from '../../../src/store/open-store.js';
import { MIGRATIONS } from '../../../src/store/schema.js';
import type { StoreFault } from '../../../src/store/store-error.js';
import { StoreError } from '../../../src/store/store-error.js';
import { InputError } from '../../../src/task/error.js';
import { runId, stateHash } from '../../../src/task/ids.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-open-'));
  file = join(folder, 'runs.db');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function faultOf(work: () => unknown): StoreFault | undefined {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    if (error instanceof StoreError) {
      expect(error.message).toContain(folder);
      return error.fault;
    }
  }
  return undefined;
}

function fill(path: string, transitions: number): void {
  const store = openStore(path);
  const run = runId('r');
  store.createRun({ id: run, startedAt: 1, family: 'f', isolation: 'process', options: {} });
  for (let ordinal = 1; ordinal <= transitions; ordinal++) {
    const state = Array.from({ length: 300 }, (_, i) => Math.sin(ordinal * 1_000 + i));
    store.append(run, { ordinal, kind: 'k', body: {}, state, stateHash: stateHash('h'), at: 1 });
  }
  store.close();
}

describe('opening', () => {
  it('creates a store in WAL mode at the newest schema, and opens it again', () => {
    openStore(file).close();
    const { db } = connect(file);
    expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    db.close();
  });

  it('refuses a store by a newer Espalier and leaves it as it was', () => {
    openStore(file).close();
    const raw = new Database(file);
    raw.pragma('user_version = 99');
    raw.close();
    expect(() => openStore(file)).toThrow(InputError);
    expect(() => openStore(file)).toThrow(/schema 99.*Upgrade Espalier/s);
  });

  it('refuses the database of another program and leaves it as it was', () => {
    const raw = new Database(file);
    raw.exec('CREATE TABLE theirs (x)');
    raw.close();
    const before = readFileSync(file);
    expect(() => openStore(file)).toThrow(InputError);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('says when the folder is missing', () => {
    expect(faultOf(() => openStore(join(folder, 'no', 'runs.db')))).toBe('no-folder');
    expect(existsSync(join(folder, 'no'))).toBe(false);
  });

  it('says when the file is no database', () => {
    writeFileSync(file, 'not a database at all, but long enough to be looked at as one\n'.repeat(40));
    expect(faultOf(() => openStore(file))).toBe('not-a-store');
  });

  it('says when the path is a folder', () => {
    expect(faultOf(() => openStore(folder))).toBe('no-folder');
  });
});

describe('a broken world', () => {
  it('says when the file is damaged', () => {
    fill(file, 60);
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4_096 * 40);
    copyFileSync(file, `${file}.good`);
    writeFileSync(file, bytes);
    const store = openStore(file);
    expect(faultOf(() => store.journal(runId('r')))).toBe('corrupt');
    store.close();
  });

  it('says when the disk is full, and has written nothing of that transaction', () => {
    fill(file, 1);
    const { db, attempt } = connect(file);
    db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`);
    const insert = db.prepare('INSERT INTO response (key, value) VALUES (?, ?)');
    const write = db.transaction(() => {
      insert.run('small', 'x');
      insert.run('large', 'x'.repeat(100_000));
    });
    expect(
      faultOf(() => {
        attempt('keep a response', write);
      }),
    ).toBe('full');
    expect(db.prepare('SELECT count(*) AS n FROM response').get()).toEqual({ n: 0 });
    db.close();
  });

  it('says when another process is writing', () => {
    fill(file, 1);
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    const { db, attempt } = connect(file);
    db.pragma('busy_timeout = 10');
    expect(faultOf(() => attempt('write', () => db.exec("INSERT INTO response (key, value) VALUES ('k', 'v')")))).toBe(
      'locked',
    );
    other.close();
    db.close();
  });

  it('says when the file may not be written', () => {
    fill(file, 1);
    const db = new Database(file, { readonly: true });
    const write = (): unknown =>
      attemptAt(file)('write', () => db.exec("INSERT INTO response (key, value) VALUES ('k', 'v')"));
    expect(faultOf(write)).toBe('readonly');
    expect(write).toThrow(/write access/);
    db.close();
  });

  it('lets errors that are not from SQLite pass', () => {
    const own = new RangeError('own');
    expect(() =>
      attemptAt(file)('work', () => {
        throw own;
      }),
    ).toThrow(own);
  });
});
