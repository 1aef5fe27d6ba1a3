import { EspalierError } from '../task/error.js';

/** Why the store could not do what it was asked. */
export type StoreFault = 'full' | 'readonly' | 'corrupt' | 'locked' | 'not-a-store' | 'no-folder' | 'misuse' | 'io';

/** The store's file or disk is not as it has to be, or a caller broke the store's contract. Nothing was half written. */
export class StoreError extends EspalierError {
  readonly code = 'STORE';
  readonly fault: StoreFault;
  constructor(fault: StoreFault, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.fault = fault;
  }
}

/** The error for a row that is not what was written. */
export const damagedRow = (where: string, what: string, cause?: unknown): StoreError =>
  new StoreError('corrupt', `The ${where} is damaged: ${what}. Restore a copy of the store, or start with a new one.`, {
    cause,
  });

const ADVICE: Readonly<Record<StoreFault, string>> = {
  full: 'the disk is full or a quota is reached. Nothing of it was written; free some space, then resume the run.',
  readonly: 'the file or its folder is not writable. Give this user write access to both, or choose another store.',
  corrupt: 'the file is damaged. Copy it away, then try `sqlite3 FILE .recover`, or start with a new store.',
  locked: 'another process is writing to it. Wait until it has ended, then try again.',
  'not-a-store': 'the file is not an SQLite database. Choose another file, or move this one away.',
  'no-folder': 'its folder does not exist or cannot be read. Create it, or choose another store.',
  misuse: 'it was given something that breaks a rule of the store, such as a run that was never created.',
  io: 'the operating system could not read or write it. Check the disk, then resume the run.',
};

/** Says of an error that SQLite or the file system raised what happened, to which file and what to do. Other errors come back as they are. */
export function asStoreError(cause: unknown, file: string, doing: string): unknown {
  const code = systemCode(cause);
  if (code === undefined) return cause;
  const fault = faultOf(code);
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new StoreError(fault, `The store ${file} could not ${doing}: ${ADVICE[fault]} (${code}: ${detail})`, {
    cause,
  });
}

function systemCode(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('code' in cause) || typeof cause.code !== 'string') return undefined;
  return cause.code.startsWith('SQLITE_') || 'syscall' in cause ? cause.code : undefined;
}

const FULL: readonly string[] = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'ENOSPC', 'EDQUOT'];
const READONLY: readonly string[] = ['SQLITE_PERM', 'EACCES', 'EPERM', 'EROFS'];

function faultOf(code: string): StoreFault {
  if (FULL.includes(code)) return 'full';
  if (READONLY.includes(code) || code.startsWith('SQLITE_READONLY')) return 'readonly';
  if (code.startsWith('SQLITE_CORRUPT')) return 'corrupt';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'locked';
  if (code === 'SQLITE_NOTADB') return 'not-a-store';
  if (code.startsWith('SQLITE_CANTOPEN') || code === 'ENOENT') return 'no-folder';
  if (code.startsWith('SQLITE_CONSTRAINT')) return 'misuse';
  return 'io';
}
