import { spawnSync } from 'node:child_process';
import { withGuestUser } from './guest-user.js';
import { systemProgram } from './system-program.js';
import type { Bubblewrap, FoundWrappers, WrapperFault } from './wrappers.js';

const TRY_MS = 10_000;

/** Finds the wrappers of this machine by starting each around `true`, and a guest or two as root. Takes some 20 ms, as root 400. */
export function findWrappers(): FoundWrappers {
  return withGuestUser(findPrograms());
}

function findPrograms(): FoundWrappers {
  const setpriv = tried('setpriv', ['--pdeathsig', 'KILL', '--']);
  const prlimit = tried('prlimit', ['--core=0', '--']);
  const bwrap = triedBubblewrap();
  return {
    wrappers: {
      ...(typeof setpriv === 'string' ? { setpriv } : {}),
      ...(typeof prlimit === 'string' ? { prlimit } : {}),
      ...('path' in bwrap ? { bwrap } : {}),
    },
    faults: {
      ...(typeof setpriv === 'string' ? {} : { setpriv }),
      ...(typeof prlimit === 'string' ? {} : { prlimit }),
      ...('path' in bwrap ? {} : { bwrap }),
    },
  };
}

function tried(name: string, options: readonly string[]): string | WrapperFault {
  if (process.platform !== 'linux') return { kind: 'not-linux' };
  const path = systemProgram(name);
  if (path === undefined) return { kind: 'not-installed' };
  const output = complaint(path, [...options, systemProgram('true') ?? 'true']);
  return output === undefined ? path : { kind: 'does-not-start', output };
}

function triedBubblewrap(): Bubblewrap | WrapperFault {
  if (process.platform !== 'linux') return { kind: 'not-linux' };
  const path = systemProgram('bwrap');
  if (path === undefined) return { kind: 'not-installed' };
  const around = ['--unshare-user', '--unshare-all', '--die-with-parent', '--uid', '65534', '--gid', '65534'];
  const rest = ['--cap-drop', 'ALL', '--ro-bind', '/', '/', '--', systemProgram('true') ?? 'true'];
  const disablesUserNamespaces = complaint(path, [...around, '--disable-userns', ...rest]) === undefined;
  const output = disablesUserNamespaces ? undefined : complaint(path, [...around, ...rest]);
  if (output !== undefined) return { kind: 'does-not-start', output };
  const libraries = librariesOfNode();
  if (libraries.length === 0) return { kind: 'does-not-start', output: 'ldd does not list the libraries of Node.js' };
  return { path, libraries, disablesUserNamespaces };
}

/** What a program that fails says; `undefined` when it succeeds. */
function complaint(path: string, args: readonly string[]): string | undefined {
  const done = spawnSync(path, [...args], {
    env: {},
    encoding: 'utf8',
    timeout: TRY_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (done.status === 0) return undefined;
  const said = done.stderr.trim().slice(0, 300);
  return said === '' ? (done.error?.message ?? `exit code ${String(done.status)}`) : said;
}

function librariesOfNode(): readonly string[] {
  const ldd = systemProgram('ldd');
  if (ldd === undefined) return [];
  const { stdout } = spawnSync(ldd, [process.execPath], { env: {}, encoding: 'utf8', timeout: TRY_MS });
  return [...new Set([...stdout.matchAll(/(?:=>\s*|^\s*)(\/\S+) \(/gm)].flatMap(([, path]) => path ?? []))];
}
