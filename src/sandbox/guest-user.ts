import { spawnSync } from 'node:child_process';
import type { Isolation } from '../ports/sandbox.js';
import { GUEST_KINDS } from './guest-kind.js';
import { launchCommand, NOBODY } from './launch.js';
import { runnerFiles, type RunnerFiles } from './runner-file.js';
import { systemProgram } from './system-program.js';
import type { FoundWrappers, Wrappers } from './wrappers.js';

const TRY_MS = 10_000;
const KILL_AFTER_MS = 50;

/**
 * Where the host is root: at which levels a guest starts as a user without rights, found by starting one. That user may be
 * unable to read Node.js or this package, or to make namespaces; such guests stay root, and the reason is kept.
 */
export function withGuestUser(found: FoundWrappers, files: RunnerFiles = runnerFiles()): FoundWrappers {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0) return found;
  const unprivileged: Isolation[] = [];
  const staysRoot: Partial<Record<Isolation, string>> = {};
  for (const level of ['full', 'portable'] as const) {
    if (level === 'full' && found.wrappers.bwrap === undefined) continue;
    const why = whyNot(level, found.wrappers, files);
    if (why === undefined) unprivileged.push(level);
    else staysRoot[level] = why;
  }
  return { ...found, wrappers: { ...found.wrappers, unprivileged }, staysRoot };
}

/** What keeps a guest from being another user; `undefined` when one has started, and could be killed from here. */
function whyNot(level: Isolation, { setpriv, ...rest }: Wrappers, files: RunnerFiles): string | undefined {
  if (setpriv === undefined) return 'setpriv is not installed or does not work';
  const wrappers = { ...rest, setpriv, unprivileged: [level] };
  const memory = { heapMb: 64, dataMb: 320 };
  const runner = launchCommand({ kind: GUEST_KINDS[level], wrappers, files, memory });
  // With nothing to read it loads its engine and ends.
  const ran = spawnSync(runner.file, [...runner.args], { env: {}, input: '', encoding: 'utf8', timeout: TRY_MS });
  if (ran.status !== 0) {
    const said = ran.stderr.trim().slice(0, 300);
    return `as user ${NOBODY} it does not start: ${said === '' ? (ran.error?.message ?? `exit code ${String(ran.status)}`) : said}`;
  }
  const sleep = systemProgram('sleep') ?? 'sleep';
  const words = ['--reuid', NOBODY, '--regid', NOBODY, '--clear-groups', '--', sleep, '2'];
  const { signal } = spawnSync(setpriv, words, {
    env: {},
    stdio: 'ignore',
    timeout: KILL_AFTER_MS,
    killSignal: 'SIGKILL',
  });
  return signal === 'SIGKILL' ? undefined : 'this process may not kill those of another user (CAP_KILL)';
}
