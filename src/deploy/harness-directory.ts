import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../task/error.js';
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

/**
 * Writes a frozen harness in place of what stands in the folder, all of it or nothing: a new folder is filled beside
 * it and moved in.
 */
export async function writeHarness(
  directory: string,
  files: HarnessFiles,
  manifest: Manifest,
  dts: string,
): Promise<void> {
  await removeLeftovers(directory);
  const fresh = `${directory}.${String(process.pid)}.new`;
  const old = `${directory}.${String(process.pid)}.old`;
  for (const [name, text] of Object.entries({
    ...files,
    [MANIFEST_FILE]: `${JSON.stringify(manifest, null, 2)}\n`,
    [DECLARATIONS_FILE]: dts,
  })) {
    const file = path.join(fresh, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  await rename(directory, old).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
  await rename(fresh, directory);
  await rm(old, { recursive: true, force: true });
}

/** What a write that was killed left beside the folder. */
async function removeLeftovers(directory: string): Promise<void> {
  const parent = path.dirname(directory);
  const name = path.basename(directory);
  await mkdir(parent, { recursive: true });
  const left = (await readdir(parent)).filter(
    (entry) => entry.startsWith(`${name}.`) && /^\.\d+\.(?:new|old)$/.test(entry.slice(name.length)),
  );
  for (const entry of left) await rm(path.join(parent, entry), { recursive: true, force: true });
}

/** True when a folder holds something that `writeHarness` would lose: no manifest, or source that its manifest does not know. */
export async function holdsOtherWork(directory: string, versionOf: (files: HarnessFiles) => string): Promise<boolean> {
  const names = await readdir(directory).catch((error: unknown): string[] => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  if (names.length === 0) return false;
  if (!names.includes('main.ts') || !names.includes(MANIFEST_FILE)) return true;
  const { files, manifest } = await loadHarness(directory);
  return manifest?.version !== versionOf(files);
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
