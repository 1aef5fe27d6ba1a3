import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { InputError } from '../task/error.js';
import { tailOf, type LineTail } from './line-tail.js';

/** Most characters of stdout; a command that writes more is ended. */
const MOST_STDOUT = 4 * 1024 * 1024;
/** Milliseconds that output may still be read for after the process is gone (a stray descendant may hold the pipes). */
const DRAIN_MS = 1_000;

export interface CommandRun {
  readonly command: readonly [string, ...string[]];
  /** The child's whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  readonly timeoutMs: number;
  readonly onStderr?: (line: string) => void;
}

export type CommandEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: string; readonly stderr: LineTail }
  | { readonly kind: 'killed' | 'timeout' | 'too-much'; readonly detail: string; readonly stderr: LineTail };

/**
 * Runs a program in a fresh empty folder and its own process group. Whatever way it ends, the group is killed and the
 * folder removed.
 * @throws InputError when the program cannot be started; `signal.reason` when the caller aborts.
 */
export async function runCommand(run: CommandRun, signal: AbortSignal): Promise<CommandEnd> {
  const folder = await mkdtemp(path.join(tmpdir(), 'espalier-optimizer-'));
  try {
    return await runIn(folder, run, signal);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  }
}

async function runIn(folder: string, run: CommandRun, signal: AbortSignal): Promise<CommandEnd> {
  signal.throwIfAborted();
  const [program, ...args] = run.command;
  const child = execa(program, args, {
    cwd: folder,
    env: run.env,
    extendEnv: false,
    detached: true,
    input: run.input,
    reject: false,
    stripFinalNewline: false,
    maxBuffer: { stdout: MOST_STDOUT },
    buffer: { stderr: false },
  });
  const stderr = tailOf(child.stderr, run.onStderr);
  const killGroup = (): void => killProcessGroup(child.pid);
  const fate = { timedOut: false };
  const deadline = setTimeout(() => {
    fate.timedOut = true;
    killGroup();
  }, run.timeoutMs);
  let drain: NodeJS.Timeout | undefined;
  child.once('exit', () => {
    killGroup();
    drain = setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    }, DRAIN_MS);
  });
  signal.addEventListener('abort', killGroup, { once: true });
  process.once('exit', killGroup);
  try {
    const result = await child;
    signal.throwIfAborted();
    if (fate.timedOut) return { kind: 'timeout', detail: `no reply within ${run.timeoutMs} ms`, stderr };
    if (result.isMaxBuffer)
      return { kind: 'too-much', detail: `more than ${MOST_STDOUT} characters on stdout`, stderr };
    if (result.exitCode !== undefined) return { kind: 'exited', code: result.exitCode, stdout: result.stdout, stderr };
    if (result.signal !== undefined) return { kind: 'killed', detail: `ended by ${result.signal}`, stderr };
    throw new InputError(
      `Cannot start the optimizer's command \`${program}\`: ${result.cause instanceof Error ? result.cause.message : 'unknown reason'}. ` +
        'Check that the program is installed, on the PATH and executable.',
      { cause: result.cause },
    );
  } finally {
    clearTimeout(deadline);
    clearTimeout(drain);
    signal.removeEventListener('abort', killGroup);
    process.removeListener('exit', killGroup);
    killGroup();
  }
}

/** Kills a detached child with all its descendants that stayed in its group. */
function killProcessGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: the group is gone, which is what we want. EPERM on macOS: only zombies are left.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
