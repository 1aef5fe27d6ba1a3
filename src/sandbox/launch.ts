import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { RunnerFiles } from './runner-file.js';

/** What to start: the one place where further walls (namespaces, rlimits) are put around the guest process. */
export interface LaunchCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/** Name of the linked script in guest stacks. */
export const GUEST_FILE = 'harness.js';

/** The command of one guest process. `heapMb`: MiB of JavaScript heap. */
export function launchCommand(files: RunnerFiles, heapMb: number): LaunchCommand {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const node = [
    permission,
    ...[files.runner, ...files.folders].map((path) => `--allow-fs-read=${path}`),
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--no-addons',
    '--no-warnings',
    `--max-old-space-size=${String(heapMb)}`,
    files.runner,
    files.vm2,
    GUEST_FILE,
  ];
  const guard = deathGuard();
  return guard === undefined
    ? { file: process.execPath, args: node }
    : { file: guard, args: ['--pdeathsig', 'KILL', '--', process.execPath, ...node] };
}

let guardPath: string | undefined | null = null;

/**
 * On Linux, `setpriv` asks the kernel to kill the child with its parent: a guest in a synchronous loop never reads
 * the end of its stdin. Elsewhere the end of stdin has to do.
 */
function deathGuard(): string | undefined {
  if (guardPath !== null) return guardPath;
  const found =
    process.platform === 'linux' ? ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path)) : undefined;
  const works =
    found !== undefined && spawnSync(found, ['--pdeathsig', 'KILL', '--', 'true'], { stdio: 'ignore' }).status === 0;
  guardPath = works ? found : undefined;
  return guardPath;
}
