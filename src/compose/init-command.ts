import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../task/error.js';
import { makeFolder } from '../task/make-folder.js';
import { embeddedPackages } from '../llm/embedded/packages.js';
import { gitVersion } from '../versions/git-version.js';
import { initRepository } from '../versions/init-repository.js';
import { shellWord } from '../report/shell-word.js';
import { packageJson } from './init/package-json.js';
import { type Template, templateFiles } from './init/template-files.js';

/** One call of `espalier init`. */
export interface InitRequest {
  /** Where the command was given. */
  readonly directory: string;
  /** The workspace's folder, from there. */
  readonly folder: string;
  readonly template: Template;
}

/** What `init` did, and the commands to type next. */
export interface InitReport {
  readonly directory: string;
  readonly template: Template;
  /** Files that were written, sorted. */
  readonly written: readonly string[];
  /** Files that were there and stayed as they were. */
  readonly kept: readonly string[];
  /** Whether the folder was made a git repository; false when it is inside one. */
  readonly repository: 'made' | 'there';
  /** The embedded model's packages are installed. */
  readonly embedded: boolean;
  readonly next: readonly string[];
}

/** A workspace needs none of its own: an existing one stays. */
const MAY_BE_THERE: ReadonlySet<string> = new Set(['package.json', '.gitignore', 'README.md']);

/**
 * Writes a workspace that runs at once. Replaces nothing.
 * @throws InputError naming the files that are in the way.
 */
export async function initCommand({ directory, folder, template }: InitRequest): Promise<InitReport> {
  const target = path.resolve(directory, folder);
  const embedded = hasEmbedded(target);
  const files = new Map(Object.entries(await templateFiles(template, embedded)));
  files.set('package.json', await packageJson(target));
  const names = [...files.keys()].sort();
  const there = names.filter((name) => existsSync(path.join(target, name)));
  const blocked = there.filter((name) => !MAY_BE_THERE.has(name));
  if (blocked.length > 0) {
    throw new InputError(
      `Expected ${target} to have room for a workspace; init replaces nothing, and these are there: ${blocked.join(', ')}. Name another folder, or move them away.`,
    );
  }
  const written = names.filter((name) => !there.includes(name));
  // Before anything is written: without git there would be half a workspace, which the next init would find in its way.
  if ((await gitVersion()) === undefined)
    throw new InputError(
      'Expected git on the PATH; there is none. Install it (https://git-scm.com): accepted harness versions are kept as commits.',
    );
  for (const name of written) {
    const file = path.join(target, name);
    await writeNew(file, files.get(name) ?? '');
  }
  const made = await initRepository(target);
  const seed = template === 'corpus' ? 'seeds/corpus' : 'seeds/handbook';
  const enter = path.relative(directory, target);
  const steps = [
    ...(enter === '' ? [] : [`cd ${shellWord(enter)}`]),
    ...(isInstalled(target) ? [] : ['npm install']),
    'npx espalier grow',
    'npx espalier gates',
    `npx espalier eval ${seed} --on test`,
  ];
  return {
    directory: target,
    template,
    written,
    kept: there,
    repository: made ? 'made' : 'there',
    embedded,
    next: steps.slice(0, 3),
  };
}

function hasEmbedded(directory: string): boolean {
  try {
    embeddedPackages(directory);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/** Node finds the package from the folder, or `init` was run from a copy that is linked or global. */
const isInstalled = (directory: string): boolean => {
  for (let at = directory; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, 'node_modules', 'espalier', 'package.json'))) return true;
    if (at === path.dirname(at)) return false;
  }
};

/** @throws InputError where the file system does not take it. */
async function writeNew(file: string, text: string): Promise<void> {
  await makeFolder(path.dirname(file));
  try {
    // `wx`: what came there since `init` looked stays too.
    await writeFile(file, text, { flag: 'wx' });
  } catch (cause) {
    throw new InputError(
      `Expected room for a workspace; ${file} cannot be written. Name a folder that is yours to write, or make room.`,
      { cause },
    );
  }
}
