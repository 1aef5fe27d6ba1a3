import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { InputError } from '../task/error.js';
import { attemptAt } from './connection.js';
import { StoreError } from './store-error.js';

/** Held until released or until the process ends, however it ends. */
export interface StoreLock {
  release(): void;
}

/**
 * Lets one process at a time grow in a store: holds an SQLite lock on `<file>.lock`, which the kernel frees at a kill.
 * `<file>-holder` says who has it; the lock file itself is never opened otherwise, since closing it would free the lock.
 * @throws InputError when another process holds it. @throws StoreError when the folder is not writable.
 */
export function lockStore(file: string, run = ''): StoreLock {
  const path = resolve(file);
  const holder = `${path}-holder`;
  const attempt = attemptAt(`${path}.lock`);
  if (!existsSync(dirname(path))) {
    throw new StoreError(
      'no-folder',
      `The store ${path} could not be locked: the folder ${dirname(path)} does not exist. Create it, or choose another store.`,
    );
  }
  const db = attempt('be opened', () => new Database(`${path}.lock`, { timeout: 0 }));
  try {
    attempt('be locked', () => db.exec('BEGIN EXCLUSIVE'));
    attempt('name its holder', () => {
      writeFileSync(holder, `pid ${String(process.pid)}${run === '' ? '' : `, run ${run}`}\n`);
    });
  } catch (error) {
    db.close();
    if (error instanceof StoreError && error.fault === 'locked') throw heldBy(path, holder, error);
    throw error;
  }
  return {
    release(): void {
      if (!db.open) return;
      rmSync(holder, { force: true });
      db.close();
    },
  };
}

function heldBy(path: string, holder: string, cause: StoreError): InputError {
  const who = existsSync(holder) ? readFileSync(holder, 'utf8').trim() : '';
  return new InputError(
    `The store ${path} is in use by another run${who === '' ? '' : ` (${who})`}. Wait until it has ended, end it, or choose another store.`,
    { cause },
  );
}
