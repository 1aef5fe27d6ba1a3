import { existsSync } from 'node:fs';
import { execa } from 'execa';
import { InputError } from '../task/error.js';
import { GitError } from './git-error.js';

export interface GitResult {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

interface GitOptions {
  readonly input?: string | Uint8Array;
  /** Author and committer date, seconds since the epoch. */
  readonly dateSeconds?: number;
}

/** Settings that make git's work the same whatever the user has configured. */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'i18n.commitEncoding=UTF-8',
  'core.quotePath=false',
].flatMap((setting) => ['-c', setting]);

/** Runs git in a folder and gives what came, whatever the exit code. @throws InputError when git is not installed. */
export async function tryGit(directory: string, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  const result = await execa('git', ['--no-pager', ...SETTINGS, ...args], {
    cwd: directory,
    env: environment(options.dateSeconds ?? 0),
    extendEnv: false,
    reject: false,
    encoding: 'buffer',
    stripFinalNewline: false,
    maxBuffer: 1_000_000_000,
    ...(options.input === undefined ? { stdin: 'ignore' as const } : { input: options.input }),
  });
  if (result.code === 'ENOENT') {
    throw new InputError(
      existsSync(directory)
        ? 'Expected git on the PATH; there is none. Install it (https://git-scm.com), then try again.'
        : `Expected a folder at ${directory}; there is none. Create it, or name another.`,
      // Its own cause: the whole command line would say less.
      { cause: result.cause },
    );
  }
  const stderr = Buffer.from(result.stderr).toString('utf8').trim();
  if (result.exitCode === undefined) {
    throw new GitError(
      `git ${args[0] ?? ''} in ${directory} was stopped (${result.signal ?? result.code ?? 'no exit code'}). Try again. ${stderr}`.trim(),
      { cause: result },
    );
  }
  return { exitCode: result.exitCode, stdout: Buffer.from(result.stdout), stderr };
}

/** Runs git in a folder. @throws GitError unless it exits with 0. */
export async function git(directory: string, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const result = await tryGit(directory, args, options);
  if (result.exitCode !== 0) throw failed(directory, args, result);
  return result.stdout;
}

/** The error for a git command that failed. */
export const failed = (directory: string, args: readonly string[], result: GitResult): GitError =>
  new GitError(
    `Expected git ${args[0] ?? ''} to work in ${directory}; it exited with ${String(result.exitCode)}: ${result.stderr || 'no message'}. If a file ending in .lock is named and no other git runs, remove that file and try again.`,
  );

/** Kept: where git finds its parts and its trust settings. Any other GIT_* could point it at another repository, index or author. */
const KEPT = /^GIT_(?:CONFIG_|CEILING_DIRECTORIES$|EXEC_PATH$)/;
const WITHHELD = 'GIT_CONFIG_PARAMETERS';

function environment(dateSeconds: number): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    const own = name.toUpperCase().startsWith('GIT_') && (!KEPT.test(name) || name === WITHHELD);
    if (value !== undefined && !own) kept[name] = value;
  }
  // `@` keeps git from reading a small number as a calendar date.
  const date = `@${String(dateSeconds)} +0000`;
  return {
    ...kept,
    LC_ALL: 'C',
    GIT_AUTHOR_NAME: 'Espalier',
    GIT_AUTHOR_EMAIL: 'espalier@localhost',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: 'Espalier',
    GIT_COMMITTER_EMAIL: 'espalier@localhost',
    GIT_COMMITTER_DATE: date,
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
}
