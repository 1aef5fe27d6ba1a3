import type { ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';

/** Bytes that are looked at again with the next ones, so that a text cut in two is seen. */
const OVERLAP = 256;

/** Watches every process that this one starts: what it writes, and who is left of it. */
export interface GuestProcesses {
  /** Processes that were started from here, directly or not, and still run: `<pid> <command line>`. Linux; else only direct ones. */
  left(): readonly string[];
  close(): void;
}

/** `hear` gets all that the processes write to any pipe, in pieces that overlap. */
export function watchProcesses(hear: (text: string) => void): GuestProcesses {
  // Every way to start a process goes through here; nothing else shows the raw bytes of a sandbox's children.
  const builtin = createRequire(import.meta.url)('node:child_process') as {
    spawn: (...args: readonly unknown[]) => ChildProcess;
  };
  const { spawn } = builtin;
  const started = new Set<ChildProcess>();
  const seen = new Map<string, string>();
  builtin.spawn = (...args) => {
    const child = spawn(...args);
    started.add(child);
    for (const pipe of child.stdio.slice(1)) if (pipe instanceof Readable) listen(pipe, hear);
    return child;
  };
  syncBuiltinESMExports();
  const look = (): void => {
    for (const [key, command] of descendants(process.pid)) seen.set(key, command);
  };
  const timer = setInterval(look, 50);
  return {
    left() {
      look();
      const running = runningProcesses();
      const known = [...seen].filter(([key]) => running.has(key)).map(([key, command]) => `${key} ${command}`);
      const direct = [...started].filter((child) => child.exitCode === null && child.signalCode === null && child.pid);
      return process.platform === 'linux' ? known : direct.map((child) => `${String(child.pid)} ${child.spawnfile}`);
    },
    close() {
      clearInterval(timer);
      builtin.spawn = spawn;
      syncBuiltinESMExports();
    },
  };
}

function listen(pipe: Readable, hear: (text: string) => void): void {
  let held = '';
  pipe.on('data', (chunk: Buffer | string) => {
    const text = held + (typeof chunk === 'string' ? chunk : chunk.toString('latin1'));
    held = text.slice(-OVERLAP);
    hear(text);
  });
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  /** Process id and start time: an id alone is given out again. */
  readonly key: string;
}

function stats(): readonly Stat[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const fields = read(`/proc/${name}/stat`)
        ?.replace(/^.*\) /s, '')
        .split(' ');
      if (fields === undefined || fields[0] === 'Z') return [];
      return [{ pid: Number(name), parent: Number(fields[1]), key: `${name}@${fields[19] ?? ''}` }];
    });
}

const runningProcesses = (): ReadonlySet<string> => new Set(stats().map(({ key }) => key));

function descendants(root: number): ReadonlyMap<string, string> {
  const all = stats();
  const found = new Map<string, string>();
  const ids = new Set([root]);
  for (let before = -1; before !== ids.size;) {
    before = ids.size;
    for (const { pid, parent, key } of all) {
      if (!ids.has(parent) || ids.has(pid)) continue;
      ids.add(pid);
      found.set(key, (read(`/proc/${String(pid)}/cmdline`) ?? '').replaceAll('\0', ' ').slice(0, 120));
    }
  }
  return found;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // it ended while it was looked at
  }
}
