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
  const [file = process.execPath, ...args] = [...deathGuard(), ...memoryGuard(heapMb), process.execPath, ...node];
  return { file, args };
}

/**
 * Data segment of a guest process beside its heap, MiB: the engine's own, thread stacks, buffers outside the heap.
 * Node 24 reserves far more of it at its start than Node 20 and 22 do.
 */
const BESIDE_HEAP_MB = Number(process.versions.node.split('.')[0]) > 22 ? 896 : 320;

/**
 * `setpriv` asks the kernel to kill the child with its parent: a guest in a synchronous loop never reads the end of
 * its stdin. Where it is missing, the end of stdin has to do.
 */
const deathGuard = (): readonly string[] => worksOnLinux(['setpriv', '--pdeathsig', 'KILL', '--']);

/** `prlimit` bounds what the heap's cap leaves out: array buffers. Where it is missing, nothing does. */
const memoryGuard = (heapMb: number): readonly string[] =>
  worksOnLinux(['prlimit', `--data=${String((heapMb + BESIDE_HEAP_MB) * 1_048_576)}`, '--core=0', '--']);

const tried = new Map<string, boolean>();

/** The wrapping command with its absolute path, or nothing where it does not work. Tried once. */
function worksOnLinux([name = '', ...options]: readonly string[]): readonly string[] {
  if (process.platform !== 'linux') return [];
  const path = ['/usr/bin/', '/bin/'].map((folder) => folder + name).find((candidate) => existsSync(candidate));
  if (path === undefined) return [];
  const key = [path, ...options].join(' ');
  const works = tried.get(key) ?? spawnSync(path, [...options, 'true'], { stdio: 'ignore' }).status === 0;
  tried.set(key, works);
  return works ? [path, ...options] : [];
}
