import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from './error.js';

/**
 * Makes a folder, and those above it that are missing. One at a time: where a file system takes no folder and says ENOENT
 * (/proc), Node's recursive mkdir never ends.
 * @throws InputError naming the folder that cannot be made, or the file that stands in its place.
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  let at = path.resolve(folder);
  while (!(await isFolder(at, folder))) {
    missing.push(at);
    at = path.dirname(at);
  }
  for (const one of missing.reverse()) {
    try {
      await mkdir(one);
    } catch (cause) {
      // Another process may have made it meanwhile.
      if (codeOf(cause) === 'EEXIST' && (await isFolder(one, folder))) continue;
      throw new InputError(
        `Expected room for the folder ${folder}; ${one} cannot be made (${codeOf(cause)}). Name a folder that is yours to write, or make room.`,
        { cause },
      );
    }
  }
}

/** False where there is nothing yet. The root is its own parent, so that nothing there is an error too. */
async function isFolder(at: string, wanted: string): Promise<boolean> {
  try {
    if ((await stat(at)).isDirectory()) return true;
  } catch (cause) {
    // ENOTDIR: something above it is no folder, which is found there.
    const none = codeOf(cause) === 'ENOENT' || codeOf(cause) === 'ENOTDIR';
    if (none && at !== path.dirname(at)) return false;
    throw new InputError(`Expected room for the folder ${wanted}; ${at} cannot be read (${codeOf(cause)}).`, { cause });
  }
  throw new InputError(
    `Expected room for the folder ${wanted}; ${at} is no folder. Name another folder, or move the file away.`,
  );
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
