import type { LinkedModule, Prelude } from './link-prelude.js';

/** A harness file in CommonJS with its source map's `mappings`. */
export interface HarnessModule extends LinkedModule {
  readonly mappings: string;
}

// `load` keeps harness modules apart from the prelude's, so that each loading of `main.ts` starts from fresh ones.
const LOADER = `const modules = { __proto__: null };
let cache = { __proto__: null };
function define(id, links, body) { modules[id] = { links, body }; }
function load(id, trace) {
  const known = cache[id];
  if (known !== undefined) return known.exports;
  const module = (cache[id] = { exports: {} });
  const { links, body } = modules[id];
  body(module.exports, (name) => {
    const target = links[name];
    if (target === undefined) throw new Error("Cannot import '" + name + "' from " + id + ": it is not part of this harness.");
    return load(target, trace);
  }, module, trace);
  return module.exports;
}
function loadMain() {
  for (const id of Object.keys(cache)) if (!id.startsWith('espalier:')) delete cache[id];
  return load('main.ts', globalThis.__espalier_trace);
}`;

/** Puts prelude and harness into one closure, with an index source map that covers the harness files alone. */
export function linkedScript(
  compiler: string,
  prelude: Prelude,
  harness: readonly HarnessModule[],
): { readonly script: string; readonly sourceMap: string } {
  const lines: string[] = [];
  const sections: object[] = [];
  const put = (text: string): void => {
    lines.push(...text.split('\n'));
  };
  const section = (sources: readonly string[], mappings: string): void => {
    const map = { version: 3, sources, names: [], mappings };
    sections.push({ offset: { line: lines.length, column: 0 }, map });
  };
  // A segment without a source: what follows belongs to no file of the harness.
  const unmapped = (): void => {
    section([], 'A');
  };

  unmapped();
  put(`// ${compiler}`);
  put('(function () {');
  put("'use strict';");
  put(LOADER);
  for (const module of prelude) {
    const links = Object.entries(module.links).map(([name, target]) => [name, `espalier:${target}`] as const);
    put(`define(${JSON.stringify(`espalier:${module.id}`)}, ${table(links)}, function (exports, require, module) {`);
    put(module.code);
    put('});');
  }
  for (const module of harness) {
    const links = table(Object.entries(module.links));
    put(`define(${JSON.stringify(module.id)}, ${links}, function (exports, require, module, __espalier_trace) {`);
    section([module.id], module.mappings);
    put(module.code);
    unmapped();
    put('});');
  }
  put("load('espalier:runtime/guest').installGuest(loadMain);");
  put('})();');
  return { script: `${lines.join('\n')}\n`, sourceMap: JSON.stringify({ version: 3, file: 'harness.js', sections }) };
}

function table(links: readonly (readonly [string, string])[]): string {
  const members = links.map(([name, target]) => `${JSON.stringify(name)}: ${JSON.stringify(target)}`);
  return `{ ${['__proto__: null', ...members].join(', ')} }`;
}
