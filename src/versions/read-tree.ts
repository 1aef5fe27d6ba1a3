import type { HarnessFiles } from '../ports/interface.js';
import { InputError } from '../task/error.js';
import { GitError } from './git-error.js';
import { git, tryGit } from './run-git.js';

/** Reads all files at a revision. @throws InputError when it names nothing, or no harness. */
export async function readTree(directory: string, revision: string): Promise<HarnessFiles> {
  const listing = await tryGit(directory, ['ls-tree', '-r', '-z', '--full-tree', checkedRevision(revision)]);
  if (listing.exitCode !== 0) throw unknown(directory, revision, listing.stderr);
  const found = listing.stdout
    .toString('utf8')
    .split('\0')
    .filter(Boolean)
    .map((line) => parseEntry(line, revision));
  if (!found.some(({ path }) => path === 'main.ts')) {
    throw new InputError(
      `Expected a harness at ${revision} in ${directory}, found no main.ts at its root. Name a commit, branch or tag under espalier/.`,
    );
  }
  const input = found.map(({ id }) => `${id}\n`).join('');
  const texts = splitBatch(await git(directory, ['cat-file', '--batch'], { input }), found.length);
  return Object.fromEntries(found.map(({ path }, index) => [path, texts[index] ?? '']));
}

/** A revision that git cannot take for an option. */
export function checkedRevision(revision: string): string {
  if (revision !== '' && !revision.startsWith('-') && !revision.includes('\0')) return revision;
  throw new InputError(`Expected a commit, branch or tag, got ${JSON.stringify(revision)}. Name one as git knows it.`);
}

/** The error for a revision that git does not know. */
export const unknown = (directory: string, revision: string, stderr: string): InputError =>
  new InputError(
    `Expected a commit, branch or tag of the repository at ${directory}, got ${JSON.stringify(revision)}${stderr === '' ? '' : ` (${stderr})`}. \`git log --all\` and \`git tag\` list them.`,
  );

function parseEntry(line: string, revision: string): { readonly id: string; readonly path: string } {
  const [, mode, type, id, path] = /^(\d+) (\w+) (\w+)\t(.+)$/s.exec(line) ?? [];
  if (type === 'blob' && mode !== '120000' && id !== undefined && path !== undefined) return { id, path };
  throw new InputError(
    `Expected only files in the harness at ${revision}, found a link or a submodule (${line}). Name another revision.`,
  );
}

/** `<id> blob <size>\n<bytes>\n`, once for each object. */
function splitBatch(bytes: Buffer, expected: number): readonly string[] {
  const texts: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf('\n', at);
    const size = Number(/^\w+ blob (\d+)$/.exec(bytes.toString('latin1', at, end))?.[1] ?? Number.NaN);
    if (Number.isNaN(size)) break;
    texts.push(bytes.toString('utf8', end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  if (texts.length === expected) return texts;
  throw new GitError(
    `Expected ${String(expected)} files from git cat-file, got ${String(texts.length)}. Run \`git fsck\` to see what is missing.`,
  );
}
