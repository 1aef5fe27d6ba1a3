import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir, uptime } from 'node:os';
import { dirname, join } from 'node:path';
import type { Isolation } from '../ports/sandbox.js';
import { sha256 } from '../task/hash.js';
import type { LevelProbe } from './probe-level.js';
import { childProgram } from './runner-file.js';
import { systemProgram } from './system-program.js';
import type { FoundWrappers } from './wrappers.js';

/** What is known of this machine since it started. */
export interface MachineRecord {
  readonly found: FoundWrappers;
  readonly probes: Readonly<Partial<Record<Isolation, LevelProbe>>>;
}

interface CacheFile extends MachineRecord {
  readonly key: string;
}

/** Reads what an earlier process of this user found out since this machine started. Takes under a millisecond. */
export function readMachine(): MachineRecord | undefined {
  const key = machineKey();
  for (const file of cacheFiles()) {
    try {
      // Another user's file is nothing to trust, wherever it lies.
      if (process.getuid !== undefined && statSync(file).uid !== process.getuid()) continue;
      const kept = JSON.parse(readFileSync(file, 'utf8')) as CacheFile; // written below by this same version
      if (kept.key === key) return { found: kept.found, probes: kept.probes };
    } catch {
      continue; // none there, or half a one: the machine is tried again
    }
  }
  return undefined;
}

/** Keeps it for later processes. Where no folder can be written, each process tries by itself. */
export function keepMachine(record: MachineRecord): void {
  const text = JSON.stringify({ key: machineKey(), ...record } satisfies CacheFile);
  for (const file of cacheFiles()) {
    const half = `${file}.${String(process.pid)}`;
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(half, text, { mode: 0o600 });
      renameSync(half, file); // whole or not at all, whoever else writes it now
      return;
    } catch {
      continue; // read-only: the next folder
    }
  }
}

function cacheFiles(): readonly string[] {
  const own = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const user = String(process.getuid?.() ?? 'user');
  return [own, join(tmpdir(), `espalier-${user}`)].map((folder) => join(folder, 'espalier', 'isolation.json'));
}

/** Changes with all that a probe's result hangs on. */
function machineKey(): string {
  const programs = ['bwrap', 'setpriv', 'prlimit'].map((name) => stamp(systemProgram(name)));
  const own = (['runner', 'probe'] as const).map((name) => stamp(childProgram(name)));
  const settings = ['kernel/apparmor_restrict_unprivileged_userns', 'kernel/unprivileged_userns_clone'].map((name) =>
    text(`/proc/sys/${name}`),
  );
  const user = process.getuid?.() ?? 0;
  return sha256(JSON.stringify([boot(), process.version, process.execPath, user, programs, own, settings]));
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
