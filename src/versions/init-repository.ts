import { stat } from 'node:fs/promises';
import { git, tryGit } from './run-git.js';

/**
 * Makes a folder a git repository unless it is inside one already; gives true when it made one.
 * @throws GitError when git cannot, InputError when there is no git.
 */
export async function initRepository(directory: string): Promise<boolean> {
  await stat(directory);
  const inside = await tryGit(directory, ['rev-parse', '--git-dir']);
  if (inside.exitCode === 0) return false;
  await git(directory, ['init', '--quiet']);
  return true;
}
