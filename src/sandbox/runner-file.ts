import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../task/hash.js';
import type { Engine } from './guest-kind.js';

/** An engine's entry module and the package folders that it loads from. Absolute paths. */
export interface EngineFiles {
  readonly entry: string;
  readonly folders: readonly string[];
}

/** Files that a guest process may read: its program, and its engine's. */
export interface RunnerFiles {
  /** Folder of the programs: the runner and what it imports, and the probe. */
  readonly programs: string;
  readonly engines: Readonly<Record<Engine, EngineFiles>>;
}

const fromHere = createRequire(import.meta.url);

/** Finds the programs beside this module and the engines among the dependencies. */
export function runnerFiles(): RunnerFiles {
  return { programs: childFolder(), engines: { vm2: vm2Files(), quickjs: quickjsFiles() } };
}

function vm2Files(): EngineFiles {
  const entry = fromHere.resolve('vm2');
  const fromVm2 = createRequire(entry);
  const manifests = ['vm2/package.json', 'acorn/package.json', 'acorn-walk/package.json'];
  return { entry, folders: manifests.map((name) => dirname(fromVm2.resolve(name))) };
}

function quickjsFiles(): EngineFiles {
  const entry = fromHere.resolve('quickjs-emscripten');
  const fromEntry = createRequire(entry);
  const variant = fromEntry.resolve('@jitl/quickjs-wasmfile-release-sync');
  const modules = [
    entry,
    fromEntry.resolve('quickjs-emscripten-core'),
    createRequire(variant).resolve('@jitl/quickjs-ffi-types'),
    variant,
  ];
  // Each entry is in its package's dist folder.
  return { entry, folders: modules.map((path) => dirname(dirname(path))) };
}

/** Name of the program that runs guests, and of the one that tries what a guest could do. */
export type ChildProgram = 'runner' | 'probe';

/** The folder of the programs of guest processes, as JavaScript; compiled from source once a process where it has to be. */
export const childFolder = (): string => (folder ??= builtFolder() ?? compiledFolder());
let folder: string | undefined;

export const childProgram = (name: ChildProgram): string => join(childFolder(), `${name}.mjs`);

const builtFolder = (): string | undefined =>
  import.meta.url.endsWith('.ts') ? undefined : fileURLToPath(new URL('./child', import.meta.url));

function compiledFolder(): string {
  const here = fileURLToPath(new URL('./child', import.meta.url));
  const sources = readdirSync(here)
    .filter((name) => name.endsWith('.mts'))
    .sort()
    .map((name) => ({ name: name.replace(/mts$/, 'mjs'), text: readFileSync(join(here, name), 'utf8') }));
  const cache = fileURLToPath(new URL('../../node_modules/.cache/espalier/', import.meta.url));
  const target = join(cache, sha256(JSON.stringify(sources)).slice(0, 16));
  if (existsSync(target)) return target;
  // Only from source is the compiler needed; the built package has the files.
  const typescript = fromHere('typescript') as typeof import('typescript');
  const half = `${target}.${String(process.pid)}`;
  mkdirSync(half, { recursive: true });
  for (const { name, text } of sources) {
    const { outputText } = typescript.transpileModule(text, {
      compilerOptions: { target: typescript.ScriptTarget.ES2022, module: typescript.ModuleKind.ESNext },
    });
    writeFileSync(join(half, name), outputText);
  }
  try {
    renameSync(half, target); // whole or not at all
  } catch (error) {
    if (!existsSync(target)) throw error;
    rmSync(half, { recursive: true }); // another process was first
  }
  return target;
}
