import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../task/error.js';
import { makeFolder } from '../task/make-folder.js';
import type { HarnessFiles } from '../ports/interface.js';
import { type Manifest, readManifest } from './manifest.js';

/** The declarations that an editor needs beside a harness. Not a part of it. */
const DECLARATIONS_FILE = 'espalier-runtime.d.ts';
const MANIFEST_FILE = 'manifest.json';

/** A harness as it lies in a folder. */
export interface HarnessDirectory {
  readonly files: HarnessFiles;
  /** Missing for a seed or a baseline. */
  readonly manifest?: Manifest;
}

/** Reads all `.ts` files below a folder as one harness. @throws InputError when there is no `main.ts`. */
export async function loadHarness(directory: string): Promise<HarnessDirectory> {
  let names: readonly string[];
  try {
    names = await readdir(directory, { recursive: true });
  } catch (error) {
    throw new InputError(
      `Expected a harness folder at ${directory}; it cannot be read (${codeOf(error)}). Name a folder that has main.ts.`,
      { cause: error },
    );
  }
  const sources = names
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));
  if (!sources.includes('main.ts')) {
    throw new InputError(
      `Expected main.ts in the harness folder ${directory}; found ${sources.join(', ') || 'no .ts file'}.`,
    );
  }
  const entries = await Promise.all(
    sources.sort().map(async (name) => [name, await readFile(path.join(directory, name), 'utf8')] as const),
  );
  const files = Object.fromEntries(entries);
  if (!names.includes(MANIFEST_FILE)) return { files };
  const where = path.join(directory, MANIFEST_FILE);
  return { files, manifest: readManifest(await readFile(where, 'utf8'), where) };
}

/** A frozen harness, as `writeHarness` writes it. */
export interface FrozenHarness {
  readonly files: HarnessFiles;
  readonly manifest: Manifest;
  /** Declarations of the runtime, for editors. */
  readonly dts: string;
}

/**
 * Writes a frozen harness into the first of the folders that holds no other work, in place of what stands there, all
 * of it or nothing: a new folder is filled beside it and moved in. Gives back the folder that it took.
 * @throws InputError when all of them hold other work.
 */
export async function writeHarness(
  directories: readonly string[],
  harness: FrozenHarness,
  versionOf: (files: HarnessFiles) => string,
): Promise<string> {
  for (const directory of directories) {
    if (await replaceFolder(directory, harness, versionOf)) return directory;
  }
  throw new InputError(
    `Expected a folder for the harness that holds no other work; ${directories.join(' and ')} do. Move your files ` +
      `away and resume the run, or take the harness from git: git archive ${harness.manifest.commit}.`,
  );
}

/** False when the folder holds other work at the moment when it would be replaced. */
async function replaceFolder(
  directory: string,
  { files, manifest, dts }: FrozenHarness,
  versionOf: (files: HarnessFiles) => string,
): Promise<boolean> {
  await clearLeftovers(directory);
  const fresh = `${directory}.${String(process.pid)}.new`;
  const old = `${directory}.${String(process.pid)}.old`;
  for (const [name, text] of Object.entries({
    ...files,
    [MANIFEST_FILE]: `${JSON.stringify(manifest, null, 2)}\n`,
    [DECLARATIONS_FILE]: dts,
  })) {
    const file = path.join(fresh, name);
    await makeFolder(path.dirname(file));
    await writeFile(file, text);
  }
  // As late as it can be: a file may have come while the harness grew.
  if (await holdsOtherWork(directory, versionOf)) {
    await rm(fresh, { recursive: true, force: true });
    return false;
  }
  await rename(directory, old).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
  await rename(fresh, directory);
  await rm(old, { recursive: true, force: true });
  return true;
}

/** Removes what a write that was killed left beside the folder; the folder itself comes back where it was moved away. */
async function clearLeftovers(directory: string): Promise<void> {
  const parent = path.dirname(directory);
  const name = path.basename(directory);
  await makeFolder(parent);
  const left = (await readdir(parent)).filter(
    (entry) => entry.startsWith(`${name}.`) && /^\.\d+\.(?:new|old)$/.test(entry.slice(name.length)),
  );
  if (!existsSync(directory)) {
    const moved = await newestFirst(
      left.filter((entry) => entry.endsWith('.old')).map((entry) => path.join(parent, entry)),
    );
    if (moved[0] !== undefined) await rename(moved[0], directory);
  }
  for (const entry of left) await rm(path.join(parent, entry), { recursive: true, force: true });
}

async function newestFirst(folders: readonly string[]): Promise<readonly string[]> {
  const dated = await Promise.all(folders.map(async (folder) => ({ folder, at: (await stat(folder)).mtimeMs })));
  return dated.sort((one, other) => other.at - one.at).map(({ folder }) => folder);
}

/** True when a folder holds something that `writeHarness` would lose: any file, or source, that its manifest does not know. */
export async function holdsOtherWork(directory: string, versionOf: (files: HarnessFiles) => string): Promise<boolean> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  const names = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  if (names.length === 0) return false;
  if (!names.includes('main.ts') || !names.includes(MANIFEST_FILE)) return true;
  const { files, manifest } = await loadHarness(directory);
  const known = new Set([...(manifest?.files ?? []), MANIFEST_FILE, DECLARATIONS_FILE]);
  return names.some((name) => !known.has(name)) || manifest?.version !== versionOf(files);
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
