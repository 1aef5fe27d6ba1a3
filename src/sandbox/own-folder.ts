import { lstatSync, mkdirSync, realpathSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/** A user of the machine; `undefined` where it has no user ids: there only the system's own rights count. */
export type Uid = number | undefined;

/**
 * Whether what lies in a folder can only be of this user's making: the folder is theirs, nobody else may write to it, and
 * no folder above lets another user put something else in its place. False where it is missing, or a link where none is due.
 */
export function isOwnFolder(folder: string, uid: Uid): boolean {
  if (uid === undefined) return true;
  let real: string;
  try {
    real = realpathSync(folder);
    if (lstatSync(folder).isSymbolicLink()) return false;
    if (!ownAlone(lstatSync(real), uid)) return false;
    return parents(real).every((path) => keepsItsEntries(lstatSync(path), uid));
  } catch {
    return false; // not there, or not to be looked at: nothing to trust
  }
}

/** Makes a folder that only this user may write to. @returns whether it is one. */
export function makeOwnFolder(folder: string, uid: Uid): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return isOwnFolder(folder, uid);
}

/** Whether a file was written by this user, and by nobody else. */
export const isOwnFile = (stats: Stats, uid: Uid): boolean =>
  stats.isFile() && (uid === undefined || ownAlone(stats, uid));

const ownAlone = (stats: Stats, uid: number): boolean => stats.uid === uid && (stats.mode & OTHERS_WRITE) === 0;

/** Root may always write; others may where each can remove only what is theirs. */
const keepsItsEntries = ({ uid, mode }: Stats, own: number): boolean =>
  (uid === own || uid === 0) && ((mode & OTHERS_WRITE) === 0 || (mode & STICKY) !== 0);

function parents(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...parents(above)];
}
