import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InputError } from '../task/error.js';
import { tryGit } from './run-git.js';

/** The git repository that encloses a folder. */
export interface Repository {
  /** The folder that git runs in. */
  readonly directory: string;
  readonly gitDirectory: string;
  readonly bare: boolean;
}

/**
 * Finds the repository that encloses a folder. Bare repositories, unborn branches, detached heads and dirty work trees are fine.
 * @throws InputError with what to do when there is none, or git is missing.
 */
export async function openRepository(directory: string): Promise<Repository> {
  const path = resolve(directory);
  const folder = await stat(path).catch((cause: unknown) => {
    throw new InputError(`Expected a folder at ${path}, found none. Create it, or name another.`, { cause });
  });
  if (!folder.isDirectory()) throw new InputError(`Expected a folder at ${path}, found a file. Name its folder.`);
  const result = await tryGit(path, ['rev-parse', '--is-bare-repository', '--absolute-git-dir']);
  if (result.exitCode !== 0) throw notUsable(path, result.stderr);
  const [bare, gitDirectory] = result.stdout.toString('utf8').split('\n');
  if (gitDirectory === undefined || gitDirectory === '') throw notUsable(path, 'git named no git directory');
  return { directory: path, gitDirectory, bare: bare === 'true' };
}

function notUsable(path: string, stderr: string): InputError {
  if (/not a git repository/i.test(stderr)) {
    return new InputError(
      `Expected ${path} to be inside a git repository: accepted harness versions are kept as commits there. Run \`git init\` in it first.`,
    );
  }
  return new InputError(
    `Expected a git repository that can be used at ${path}; git says: ${stderr}. Do what git asks for, then try again.`,
  );
}
