import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EspalierError } from '../task/error.js';
import { transpilePrelude, type CommonJsModule } from './transpile.js';

/** The package's own files are not what they have to be: the installation is broken. */
export class PreludeBroken extends EspalierError {
  readonly code = 'PRELUDE';
}

/** A module of the linked script with what its `require` gives: specifier → module id. */
export interface LinkedModule {
  readonly id: string;
  readonly code: string;
  readonly links: Readonly<Record<string, string>>;
}

/** The package's modules that run in the guest, sorted by id; `runtime/guest` and `runtime/index` are the entries. */
export type Prelude = readonly LinkedModule[];

const ENTRIES = ['runtime/guest', 'runtime/index'] as const;
let ownPrelude: Prelude | undefined;

/** The prelude of this package, from its sources or its built files, read once a process. @throws PreludeBroken */
export function packagePrelude(): Prelude {
  const root = fileURLToPath(new URL('../', import.meta.url));
  return (ownPrelude ??= collectPrelude((id) => {
    for (const extension of ['.ts', '.js']) {
      const path = `${root}${id}${extension}`;
      if (existsSync(path)) return { file: `${id}${extension}`, source: readFileSync(path, 'utf8') };
    }
    return undefined;
  }));
}

/** Follows relative imports from the entries. `read` gives a module's source by its id, a path without extension. */
export function collectPrelude(
  read: (id: string) => { readonly file: string; readonly source: string } | undefined,
): Prelude {
  const modules = new Map<string, LinkedModule>();
  const waiting: string[] = [...ENTRIES];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (modules.has(id)) continue;
    const found = read(id);
    if (found === undefined)
      throw new PreludeBroken(
        `Expected the guest module ${id} in the package; it is not there. Install espalier again.`,
      );
    const module = transpilePrelude(found.file, found.source);
    const links = linksOf(id, module);
    modules.set(id, { id, code: module.code, links });
    waiting.push(...Object.values(links));
  }
  return [...modules.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function linksOf(id: string, module: CommonJsModule): Readonly<Record<string, string>> {
  return Object.fromEntries(
    module.requires.map((specifier) => {
      if (specifier.startsWith('.')) return [specifier, joinPath(id, specifier).replace(/\.[jt]s$/, '')];
      throw new PreludeBroken(
        `Expected only relative imports in guest modules; ${id} imports ${specifier}. Move that code to the host.`,
      );
    }),
  );
}

/** A relative specifier as a path from the root. Parts that lead above the root stay and match no file. */
export function joinPath(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
