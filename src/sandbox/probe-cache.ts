import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir, uptime } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { sha256 } from '../task/hash.js';
import { readRecord, recordText, type MachineRecord } from './machine-record.js';
import { isOwnFile, isOwnFolder, makeOwnFolder } from './own-folder.js';
import { childProgram } from './runner-file.js';
import { systemProgram } from './system-program.js';

/** Not through a link, and without waiting for the other end of a pipe. */
const READ_PLAINLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Reads what an earlier process of this user found out since this machine started. Takes a millisecond. Whatever
 * another user could have put there is not believed: then the machine is tried again.
 */
export function readMachine(): MachineRecord | undefined {
  const key = machineKey();
  for (const file of cacheFiles()) {
    try {
      if (!isOwnFolder(dirname(file), uid)) continue;
      const kept = readRecord(ownText(file), key);
      if (kept !== undefined) return kept;
    } catch {
      continue; // none there, or half a one: the machine is tried again
    }
  }
  return undefined;
}

/** Keeps it for later processes. Where no folder is this user's alone and can be written, each process tries by itself. */
export function keepMachine(record: MachineRecord): void {
  const text = recordText(machineKey(), record);
  for (const file of cacheFiles()) {
    const half = `${file}.${String(process.pid)}`;
    try {
      if (!makeOwnFolder(dirname(file), uid)) continue;
      rmSync(half, { force: true }); // of a process of this number that was killed
      writeFileSync(half, text, { mode: 0o600, flag: 'wx' });
      renameSync(half, file); // whole or not at all, whoever else writes it now
      return;
    } catch {
      continue; // read-only: the next folder
    }
  }
}

const uid = process.geteuid?.();

/** @throws when it is not a plain file of this user's. */
function ownText(file: string): string {
  const handle = openSync(file, READ_PLAINLY);
  try {
    if (!isOwnFile(fstatSync(handle), uid)) throw new Error(`Expected ${file} to be a file of this user's alone.`);
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}

function cacheFiles(): readonly string[] {
  // Set to nothing or to a relative path it counts as not set: the working folder is no place of this user's own.
  const given = process.env['XDG_CACHE_HOME'] ?? '';
  const own = isAbsolute(given) ? given : join(homedir(), '.cache');
  const ours = [join(own, 'espalier'), join(tmpdir(), `espalier-${String(uid ?? 'user')}`)];
  return ours.map((folder) => join(folder, 'isolation.json'));
}

/** Changes with all that a probe's result hangs on. */
function machineKey(): string {
  const programs = ['bwrap', 'setpriv', 'prlimit'].map((name) => stamp(systemProgram(name)));
  const own = (['runner', 'probe'] as const).map((name) => stamp(childProgram(name)));
  const settings = ['kernel/apparmor_restrict_unprivileged_userns', 'kernel/unprivileged_userns_clone'].map((name) =>
    text(`/proc/sys/${name}`),
  );
  return sha256(JSON.stringify([boot(), process.version, process.execPath, uid ?? 0, programs, own, settings]));
}

/** The kernel's name for this boot, or the minute in which it was. */
const boot = (): string =>
  text('/proc/sys/kernel/random/boot_id') || String(Math.round((Date.now() / 1_000 - uptime()) / 60));

function stamp(path: string | undefined): string {
  if (path === undefined) return '';
  const { mtimeMs, size } = statSync(path);
  return `${path} ${String(mtimeMs)} ${String(size)}`;
}

function text(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return ''; // this kernel has none
  }
}
