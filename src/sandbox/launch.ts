import { dirname } from 'node:path';
import type { Engine, GuestKind } from './guest-kind.js';
import type { ChildProgram, EngineFiles, RunnerFiles } from './runner-file.js';
import type { Bubblewrap, Wrappers } from './wrappers.js';

/** What to start. */
export interface LaunchCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/** Memory of a guest process, MiB: JavaScript heap, and what it may take beside it. */
export interface GuestMemory {
  readonly heapMb: number;
  readonly dataMb: number;
}

/** A guest process before it is started. */
export interface LaunchSpec {
  readonly kind: GuestKind;
  readonly wrappers: Wrappers;
  readonly files: RunnerFiles;
  readonly memory: GuestMemory;
  /** Arguments of the probe, which then runs in the runner's place. */
  readonly probe?: readonly string[];
  /** False leaves Node's permission flag out, so that a probe can see what the walls around it hold by themselves. */
  readonly permission?: boolean;
}

/** Name of the linked script in guest stacks. */
export const GUEST_FILE = 'harness.js';

/** Processor time of one guest process over its whole life, seconds: the kernel's own bound on one that got lost. */
export const CPU_SECONDS = 3_600;

const OPEN_FILES = 256;
/** User and group of guests, inside their namespaces, and outside as well where the host is root. */
export const NOBODY = '65534';
/** Where the guest's own files are inside its namespaces: the installation's paths are not to be seen there. */
const INSIDE = '/espalier';

/** What newer versions of Node.js reserve of data segment at their start beyond what Node 20 and 22 do, MiB. */
const RESERVED_MB = Number(process.versions.node.split('.')[0]) > 22 ? 576 : 0;

/** The command of one guest process: the one place where walls are put around it. */
export function launchCommand(spec: LaunchSpec): LaunchCommand {
  const { kind, wrappers, memory } = spec;
  const inside = kind.namespaces ? movedInside(spec) : undefined;
  const walls = [
    ...(wrappers.setpriv === undefined ? [] : [wrappers.setpriv, ...userOf(spec), '--pdeathsig', 'KILL', '--']),
    ...(wrappers.prlimit === undefined ? [] : [wrappers.prlimit, ...resourceLimits(memory), '--']),
    ...(inside === undefined ? [] : inside.walls),
  ];
  const [file = process.execPath, ...args] = [
    ...walls,
    inside?.node ?? process.execPath,
    ...nodeArguments(spec, inside?.files ?? spec.files),
  ];
  return { file, args };
}

/** Root becomes nobody before anything else starts: what gets out of every wall then has no rights on the machine. */
const userOf = ({ kind, wrappers }: LaunchSpec): readonly string[] =>
  wrappers.unprivileged?.includes(kind.namespaces ? 'full' : 'portable') === true
    ? ['--reuid', NOBODY, '--regid', NOBODY, '--clear-groups', '--inh-caps=-all', '--no-new-privs']
    : [];

const resourceLimits = ({ heapMb, dataMb }: GuestMemory): readonly string[] => [
  `--data=${String((heapMb + dataMb + RESERVED_MB) * 1_048_576)}`,
  `--cpu=${String(CPU_SECONDS)}`,
  `--nofile=${String(OPEN_FILES)}`,
  '--core=0',
];

function nodeArguments(spec: LaunchSpec, files: RunnerFiles): readonly string[] {
  const { engine } = spec.kind;
  const { entry, folders } = files.engines[engine];
  const program: ChildProgram = spec.probe === undefined ? 'runner' : 'probe';
  const args = spec.probe ?? [engine, entry, GUEST_FILE];
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const readable = [files.programs, ...folders].map((path) => `--allow-fs-read=${path}`);
  return [
    ...(spec.permission === false ? [] : [permission, ...readable]),
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--no-addons',
    '--no-warnings',
    `--max-old-space-size=${String(spec.memory.heapMb)}`,
    ...stackSize(engine),
    `${files.programs}/${program}.mjs`,
    ...args,
  ];
}

/** Room for the stack of QuickJS, which takes up to nine times its own of the process's; see the engine. */
const STACK_KB = 3_900;

/** Windows gives a process a smaller stack than this, and no way to ask for more. */
const stackSize = (engine: Engine): readonly string[] =>
  engine === 'quickjs' && process.platform !== 'win32' ? [`--stack-size=${String(STACK_KB)}`] : [];

interface Inside {
  readonly walls: readonly string[];
  readonly node: string;
  readonly files: RunnerFiles;
}

/** Bubblewrap around Node.js, its libraries and the guest's files, which move to paths that say nothing. */
function movedInside({ kind, wrappers, files }: LaunchSpec): Inside {
  const { bwrap } = wrappers;
  if (bwrap === undefined) throw new TypeError('Expected bubblewrap where a guest is to run in namespaces of its own.');
  const node = `${INSIDE}/node`;
  const own = files.engines[kind.engine];
  const programs = `${INSIDE}/guest`;
  const folders = own.folders.map((folder) => `${INSIDE}/node_modules/${packageName(folder)}`);
  const binds = [
    [process.execPath, node],
    ...bwrap.libraries.map((path) => [path, path] as const),
    [files.programs, programs],
    ...own.folders.map((folder, index) => [folder, folders[index] ?? ''] as const),
  ].flatMap(([from = '', to = '']) => ['--ro-bind', from, to]);
  const moved: EngineFiles = {
    entry: own.folders.reduce(
      (path, folder, index) =>
        path.startsWith(`${folder}/`) ? (folders[index] ?? '') + path.slice(folder.length) : path,
      own.entry,
    ),
    folders,
  };
  return {
    walls: [bwrap.path, ...namespaces(bwrap), ...binds, '--remount-ro', '/', '--chdir', '/', '--'],
    node,
    files: { programs, engines: { ...files.engines, [kind.engine]: moved } },
  };
}

const namespaces = ({ disablesUserNamespaces }: Bubblewrap): readonly string[] => [
  '--unshare-user',
  '--unshare-all',
  ...(disablesUserNamespaces ? ['--disable-userns'] : []),
  ...['--die-with-parent', '--new-session', '--clearenv', '--cap-drop', 'ALL'],
  ...['--uid', NOBODY, '--gid', NOBODY, '--hostname', 'guest'],
];

/** `name` or `@scope/name` of a package's folder. */
function packageName(folder: string): string {
  const parent = dirname(folder).split('/').pop() ?? '';
  const name = folder.split('/').pop() ?? '';
  return parent.startsWith('@') ? `${parent}/${name}` : name;
}
