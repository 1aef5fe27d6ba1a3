import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../task/hash.js';

/** Files that a guest process may read: its program, and vm2 with what it requires. Absolute paths. */
export interface RunnerFiles {
  readonly runner: string;
  readonly vm2: string;
  readonly folders: readonly string[];
}

const fromHere = createRequire(import.meta.url);

/** Finds the runner beside this module; from source (tests), compiles it into a cache folder first. */
export function runnerFiles(): RunnerFiles {
  const vm2 = fromHere.resolve('vm2');
  const fromVm2 = createRequire(vm2);
  const folders = ['vm2/package.json', 'acorn/package.json', 'acorn-walk/package.json'].map((name) =>
    dirname(fromVm2.resolve(name)),
  );
  return { runner: runnerPath(), vm2, folders };
}

function runnerPath(): string {
  if (!import.meta.url.endsWith('.ts')) return fileURLToPath(new URL('./child/runner.mjs', import.meta.url));
  const source = readFileSync(new URL('./child/runner.mts', import.meta.url), 'utf8');
  const folder = fileURLToPath(new URL('../../node_modules/.cache/espalier/', import.meta.url));
  const path = join(folder, `${sha256(source).slice(0, 16)}.mjs`);
  const half = `${path}.${String(process.pid)}`;
  // Only from source is the compiler needed; the built package has the file.
  const typescript = fromHere('typescript') as typeof import('typescript');
  const { outputText } = typescript.transpileModule(source, {
    compilerOptions: { target: typescript.ScriptTarget.ES2022, module: typescript.ModuleKind.ESNext },
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(half, outputText);
  renameSync(half, path); // whole or not at all, whoever else writes it now
  return path;
}
