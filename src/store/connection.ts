import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { InputError } from '../task/error.js';
import { APPLICATION_ID, MIGRATIONS } from './schema.js';
import { asStoreError, StoreError } from './store-error.js';

/** An open store file. `attempt` runs one operation and says of SQLite's errors what to do. */
export interface Connection {
  readonly file: string;
  readonly db: Database.Database;
  /** `doing` completes "The store could not …". */
  readonly attempt: <T>(doing: string, work: () => T) => T;
}

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens or creates a store file at the newest schema, in WAL mode: a killed process loses no committed transaction.
 * @throws InputError for a file by a newer Espalier or another program. @throws StoreError when it cannot be opened.
 */
export function connect(file: string): Connection {
  const path = resolve(file);
  const attempt = attemptAt(path);
  if (!existsSync(dirname(path))) {
    throw new StoreError(
      'no-folder',
      `The store ${path} could not be opened: the folder ${dirname(path)} does not exist. Create it, or choose another store.`,
    );
  }
  const db = attempt('be opened', () => new Database(path, { timeout: BUSY_TIMEOUT_MS }));
  try {
    attempt('be opened', () => {
      prepareFile(db, path);
    });
  } catch (error) {
    db.close();
    throw error;
  }
  return { file: path, db, attempt };
}

/** Runs work at a file and turns what SQLite raises into a StoreError. */
export function attemptAt(path: string): Connection['attempt'] {
  return (doing, work) => {
    try {
      return work();
    } catch (error) {
      throw asStoreError(error, path, doing);
    }
  };
}

function prepareFile(db: Database.Database, path: string): void {
  checkOrigin(db, path);
  const mode = db.pragma('journal_mode = WAL', { simple: true });
  // Some network file systems have no WAL; without it, NORMAL could lose the file at a power cut.
  db.pragma(`synchronous = ${mode === 'wal' ? 'NORMAL' : 'FULL'}`);
  db.pragma('foreign_keys = ON');
  // Without it, `INSERT OR REPLACE` would delete rows behind the back of the append-only triggers.
  db.pragma('recursive_triggers = ON');
  if (schemaOf(db) < MIGRATIONS.length) db.transaction(migrate).immediate(db, path);
}

function migrate(db: Database.Database, path: string): void {
  // Again, under the write lock: another process may have been faster.
  checkOrigin(db, path);
  for (const step of MIGRATIONS.slice(schemaOf(db))) db.exec(step);
  db.pragma(`application_id = ${String(APPLICATION_ID)}`);
  db.pragma(`user_version = ${String(MIGRATIONS.length)}`);
}

function checkOrigin(db: Database.Database, path: string): void {
  const tables = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM sqlite_master').get();
  const isNew = tables?.n === 0;
  if (!isNew && db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new InputError(
      `Expected an Espalier store in ${path}, found the SQLite database of another program. Choose another file; this one was left as it is.`,
    );
  }
  const schema = schemaOf(db);
  if (schema > MIGRATIONS.length) {
    throw new InputError(
      `The store ${path} has schema ${String(schema)}; this version of Espalier reads schemas up to ${String(MIGRATIONS.length)}. Upgrade Espalier, or choose another store.`,
    );
  }
}

const schemaOf = (db: Database.Database): number => Number(db.pragma('user_version', { simple: true }));
