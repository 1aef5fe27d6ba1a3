import ts from 'typescript';
import { InputError } from '../task/error.js';
import { sha256 } from '../task/hash.js';
import type { VersionId } from '../task/ids.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { Bundle } from '../ports/sandbox.js';
import { INSTRUMENTER_VERSION } from './instrument.js';
import { joinPath, packagePrelude, type LinkedModule, type Prelude } from './link-prelude.js';
import { linkedScript } from './link-script.js';
import { transpileHarness, type CommonJsModule } from './transpile.js';

const RUNTIME_MODULE = 'espalier/runtime';
/** Transpiled files kept in memory; a candidate changes few of them. */
const KEPT_FILES = 2_000;
const transpiled = new Map<string, CommonJsModule>();

/**
 * Makes one instrumented script of a harness and the guest prelude, the same text for the same input. `prelude`
 * takes the place of the package's own, for tests.
 * @throws InputError for an import that is neither `espalier/runtime` nor one of the harness's own files, and where
 * a file cannot be instrumented.
 */
export function link(
  files: HarnessFiles,
  options: { readonly version: VersionId; readonly prelude?: Prelude },
): Bundle {
  if (files['main.ts'] === undefined) throw new InputError('Expected the harness to have a main.ts; it has none.');
  const names = Object.keys(files).sort();
  const harness = names.map((file) => {
    const module = kept(file, files[file] ?? '');
    return { id: file, code: module.code, mappings: module.mappings, links: linksOf(file, module, files) };
  });
  const compiler = `typescript ${ts.version}, instrumenter ${String(INSTRUMENTER_VERSION)}`;
  const { script, sourceMap } = linkedScript(compiler, options.prelude ?? packagePrelude(), harness);
  return { version: options.version, codeHash: sha256(script), script, sourceMap };
}

function kept(file: string, source: string): CommonJsModule {
  const key = `${file}\n${source}`;
  const found = transpiled.get(key) ?? transpileHarness(file, source);
  // Used last goes last, so that the first key is the one to drop.
  transpiled.delete(key);
  transpiled.set(key, found);
  for (const oldest of transpiled.keys()) {
    if (transpiled.size <= KEPT_FILES) break;
    transpiled.delete(oldest);
  }
  return found;
}

function linksOf(file: string, module: CommonJsModule, files: HarnessFiles): LinkedModule['links'] {
  return Object.fromEntries(
    module.requires.map((specifier) => {
      const target = specifier === RUNTIME_MODULE ? 'espalier:runtime/index' : ownFile(file, specifier, files);
      if (target !== undefined) return [specifier, target];
      throw new InputError(
        `${file}: expected imports of "${RUNTIME_MODULE}" or of the harness's own files; "${specifier}" is neither.`,
      );
    }),
  );
}

function ownFile(from: string, specifier: string, files: HarnessFiles): string | undefined {
  if (!specifier.startsWith('./') && !specifier.startsWith('../')) return undefined;
  const path = joinPath(from, specifier);
  return [path, path.replace(/\.js$/, '.ts'), `${path}.ts`].find((candidate) => Object.hasOwn(files, candidate));
}
