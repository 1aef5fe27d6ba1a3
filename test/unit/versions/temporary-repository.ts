import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execaSync } from 'execa';
import type { CommitInput } from '../../../src/ports/versions.js';

/** A real repository of a user, in a temporary folder. */
export interface TemporaryRepository {
  readonly path: string;
  /** Runs git as the user would. */
  readonly git: (...args: readonly string[]) => string;
  remove(): void;
}

export function temporaryRepository(...initOptions: readonly string[]): TemporaryRepository {
  const path = mkdtempSync(join(tmpdir(), 'espalier-git-'));
  const git = (...args: readonly string[]): string =>
    execaSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@example.org', ...args], { cwd: path }).stdout;
  git('init', '-q', '-b', 'trunk', ...initOptions);
  return {
    path,
    git,
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** One commit, then a staged file, an edited file and an untracked one. */
export function makeDirty({ path, git }: TemporaryRepository): void {
  writeFileSync(join(path, 'kept.txt'), 'one\n');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  writeFileSync(join(path, 'staged.txt'), 'staged\n');
  git('add', 'staged.txt');
  writeFileSync(join(path, 'kept.txt'), 'edited\n');
  writeFileSync(join(path, 'untracked.txt'), 'untracked\n');
}

/** All of the user's that must stay byte for byte: HEAD, index, config, own refs, and every file of the work tree. */
export function userState({ path, git }: TemporaryRepository): Readonly<Record<string, string>> {
  const hash = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(join(path, file)))
      .digest('hex');
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .filter((file) => !file.startsWith('.git/'));
  const inGit = readdirSync(join(path, '.git')).filter((file) => ['HEAD', 'index', 'config'].includes(file));
  const all = [...files, ...inGit.map((file) => `.git/${file}`)];
  return {
    ...Object.fromEntries(all.map((file) => [file, hash(file)])),
    refs: git('for-each-ref')
      .split('\n')
      .filter((line) => !line.includes('/espalier/'))
      .join('\n'),
  };
}

/** A commit of a small harness. */
export function sampleCommit(change: Partial<CommitInput> = {}): CommitInput {
  return {
    files: {
      'main.ts': 'export function main(): number {\n  return 1;\n}\n',
      'hops/second.ts': 'export const é = "漢";\n',
    },
    subject: 'Ask twice when the first hop is empty',
    body: 'Failures share an empty first hop.',
    trailers: [
      ['Espalier-Step', '3'],
      ['Espalier-Cases', 'a, b'],
    ],
    dateSeconds: 1_790_000_003,
    ...change,
  };
}
