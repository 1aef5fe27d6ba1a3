import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Isolation } from '../ports/sandbox.js';
import { GUEST_KINDS } from './guest-kind.js';
import type { Layer } from './layer.js';
import { NOBODY } from './launch.js';
import { runnerFiles, type RunnerFiles } from './runner-file.js';
import { namespaceFault } from './wrapper-fix.js';
import type { FoundWrappers } from './wrappers.js';

/** Whom guests of a level run as, as the machine sees it. None where the system has no user ids, or bubblewrap is missing. */
export function userLayer(
  level: Isolation,
  found: FoundWrappers,
  uid: number | undefined = process.geteuid?.(),
  files: RunnerFiles = runnerFiles(),
): readonly Layer[] {
  const name = 'guest user';
  if (uid === undefined || (level === 'full' && found.wrappers.bwrap === undefined)) return [];
  if (uid !== 0) return [{ name, state: 'holds', needed: false, detail: `not root (user ${String(uid)}, yours)` }];
  if (found.wrappers.unprivileged?.includes(level) === true) {
    return [{ name, state: 'holds', needed: false, detail: `not root, though you are: user ${NOBODY} from its start` }];
  }
  const why = found.staysRoot?.[level] ?? 'it was not tried';
  const is = level === 'full' ? 'root outside its namespaces, without capabilities' : 'root, as you are';
  return [{ name, state: 'open', needed: false, detail: `a guest is ${is}: ${why}`, fix: fixOf(level, why, files) }];
}

function fixOf(level: Isolation, why: string, files: RunnerFiles): string {
  const other = 'Run Espalier as a user that is not root (in a container: docker run --user 1000:1000).';
  const hidden = hiddenFolders(level, files);
  if (hidden.length > 0) {
    return `${other}\nor let user ${NOBODY} reach Node.js and this package: chmod o+rx ${hidden.join(' ')}`;
  }
  return level === 'full' && why.includes('bwrap') ? `${other}\nor ${namespaceFault(why).fix}` : other;
}

/** What another user cannot read of Node.js, the guest's programs and its engine, and the folders above that hide them. */
function hiddenFolders(level: Isolation, { programs, engines }: RunnerFiles): readonly string[] {
  const paths = [process.execPath, programs, ...engines[GUEST_KINDS[level].engine].folders];
  const above = paths.flatMap((path) => [...parents(path)]);
  const closed = (path: string, bits: number): boolean => (statSync(path).mode & bits) !== bits;
  return [...new Set([...above.filter((path) => closed(path, 0o1)), ...paths.filter((path) => closed(path, 0o5))])];
}

function* parents(path: string): Generator<string> {
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) yield at;
}
