import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { SandboxError } from './error.js';

const CLOSED_ON_EXEC = 0o2000000;
/** Higher numbers would make the table of what a child gets too large to hand over. */
const HIGHEST = 65_535;

/** What `spawn` takes: the three pipes, and for each further number what the child finds there. */
export type GuestStdio = readonly ('pipe' | 'ignore' | number)[];

/**
 * Starts a process that gets three pipes and no other open file of this one. Node.js itself lets every file through that
 * whoever started it left open (`exec 9<keys`, `<(…)`, a supervisor's socket): in their places the process finds
 * `/dev/null`. On macOS and Windows the system's own call lets none through.
 * @throws SandboxError where what is open cannot be seen, or has too high a number.
 */
export function withoutOpenFiles<T>(start: (stdio: GuestStdio) => T): T {
  const inherited = process.platform === 'linux' ? inheritedFiles() : [];
  const highest = Math.max(2, ...inherited);
  if (highest === 2) return start(['pipe', 'pipe', 'pipe']);
  if (highest > HIGHEST)
    throw new SandboxError(
      `Expected no open file above ${String(HIGHEST)} that a guest would inherit, found ${String(highest)}. Close it where Espalier is started.`,
    );
  const nothing = openSync('/dev/null', 'r');
  try {
    const stdio: ('pipe' | 'ignore' | number)[] = ['pipe', 'pipe', 'pipe'];
    // A number is given away as such; to 'ignore' an open file above 2 stays what it is.
    for (let fd = 3; fd <= highest; fd += 1) stdio.push(inherited.includes(fd) ? nothing : 'ignore');
    return start(stdio);
  } finally {
    closeSync(nothing);
  }
}

/** Open files above 2 that a started program would get. Linux. @throws SandboxError without /proc. */
export function inheritedFiles(): readonly number[] {
  return openFiles().filter((fd) => {
    const flags = /^flags:\s*([0-7]+)/m.exec(textOf(`/proc/self/fdinfo/${String(fd)}`))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) === 0;
  });
}

/** Numbers above 2 of this process's open files. */
function openFiles(): readonly number[] {
  try {
    return readdirSync('/proc/self/fd')
      .map(Number)
      .filter((fd) => fd > 2);
  } catch (cause) {
    throw new SandboxError(
      'Expected to see in /proc/self/fd which open files a guest would inherit, but it cannot be read. Mount /proc.',
      { cause },
    );
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // closed meanwhile, as the listing's own
  }
}
