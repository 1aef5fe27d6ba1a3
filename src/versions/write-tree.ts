import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HarnessFiles } from '../ports/interface.js';
import { InputError } from '../task/error.js';
import { GitError } from './git-error.js';
import { git } from './run-git.js';

/** A folder of a harness that is still to be written. */
interface Folder {
  readonly blobs: Map<string, string>;
  readonly folders: Map<string, Folder>;
}

/** Writes files as blobs and trees, two git processes and one more for each further level of folders. Returns the tree's id. */
export async function writeTree(directory: string, files: HarnessFiles): Promise<string> {
  const paths = Object.keys(files).sort();
  const texts = paths.map((path) => checkedText(path, files[path] ?? ''));
  const ids = await writeBlobs(directory, texts);
  const root = folder();
  paths.forEach((path, index) => {
    place(root, path, ids[index] ?? '');
  });
  return writeLevels(directory, root);
}

/** Git reads blobs from files, so that one process writes them all; names are numbers, whatever the harness calls them. */
async function writeBlobs(directory: string, texts: readonly string[]): Promise<readonly string[]> {
  const folderPath = await mkdtemp(join(tmpdir(), 'espalier-blobs-'));
  try {
    const paths = texts.map((_, index) => join(folderPath, String(index)));
    await Promise.all(paths.map((path, index) => writeFile(path, texts[index] ?? '')));
    return await lines(
      directory,
      ['hash-object', '-w', '--no-filters', '--stdin-paths'],
      paths.join('\n'),
      texts.length,
    );
  } finally {
    await rm(folderPath, { recursive: true, force: true });
  }
}

/** Deepest folders first, since a tree names its sub-trees by id; the folders of one level go to one process. */
async function writeLevels(directory: string, root: Folder): Promise<string> {
  const levels: Folder[][] = [[root]];
  for (let level = levels[0]; level !== undefined && level.length > 0; level = levels.at(-1)) {
    levels.push(level.flatMap((parent) => [...parent.folders.values()]));
  }
  const trees = new Map<Folder, string>();
  for (const level of levels.reverse()) {
    if (level.length === 0) continue;
    const input = level.map((item) => entries(item, trees)).join('\0');
    const ids = await lines(directory, ['mktree', '--batch', '-z'], input, level.length);
    level.forEach((item, index) => trees.set(item, ids[index] ?? ''));
  }
  return trees.get(root) ?? '';
}

function entries(item: Folder, trees: ReadonlyMap<Folder, string>): string {
  const blobs = [...item.blobs].map(([name, id]) => `100644 blob ${id}\t${name}\0`);
  const folders = [...item.folders].map(([name, inner]) => `040000 tree ${trees.get(inner) ?? ''}\t${name}\0`);
  return [...blobs, ...folders].join('');
}

async function lines(
  directory: string,
  args: readonly string[],
  input: string,
  expected: number,
): Promise<readonly string[]> {
  const ids = (await git(directory, args, { input })).toString('latin1').split('\n').filter(Boolean);
  if (ids.length === expected) return ids;
  throw new GitError(
    `Expected ${String(expected)} object ids from git ${args[0] ?? ''} in ${directory}, got ${String(ids.length)}. Check the disk, then try again.`,
  );
}

const folder = (): Folder => ({ blobs: new Map(), folders: new Map() });

function place(root: Folder, path: string, id: string): void {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  let at = root;
  for (const part of parts) {
    const inner = at.folders.get(part) ?? folder();
    at.folders.set(part, inner);
    at = inner;
  }
  if (at.folders.has(name) || parts.some((_, depth) => isFile(root, parts.slice(0, depth + 1)))) throw clash(path);
  at.blobs.set(name, id);
}

function isFile(root: Folder, parts: readonly string[]): boolean {
  let at: Folder | undefined = root;
  for (const part of parts.slice(0, -1)) at = at?.folders.get(part);
  return at?.blobs.has(parts.at(-1) ?? '') ?? false;
}

const clash = (path: string): InputError =>
  new InputError(`The harness path ${path} is a file and a folder at once. Rename one of them.`);

function checkedText(path: string, text: string): string {
  if (!/^(?!.*(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$))[^\0\\]+$/i.test(path)) {
    throw new InputError(
      `Expected a harness path like main.ts or hops/second.ts, got ${JSON.stringify(path)}. Rename the file.`,
    );
  }
  if (Buffer.from(text).toString() !== text) {
    throw new InputError(
      `The harness file ${path} has a lone surrogate, which UTF-8 cannot hold. Write it as an escape (\\ud800).`,
    );
  }
  return text;
}
