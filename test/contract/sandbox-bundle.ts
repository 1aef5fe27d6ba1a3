import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Bundle } from '../../src/ports/sandbox.js';
import { bundleFrom } from './sandbox-script.js';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
const wrap = (name: string, code: string): string =>
  `${JSON.stringify(name)}: function (exports, require) {\n${code}\n},\n`;

/** The guest's prelude as CommonJS modules in one object literal: from src, with everything that it imports. */
function preludeModules(): string {
  const modules = new Map<string, string>();
  const add = (file: string): void => {
    if (modules.has(file)) return;
    modules.set(file, '');
    const code = ts.transpileModule(readFileSync(join(src, file), 'utf8'), { compilerOptions: options }).outputText;
    const linked = code.replace(/require\("(\.[^"]+)\.js"\)/g, (_all, path: string) => {
      const target = `${join(dirname(file), path)}.ts`;
      add(target);
      return `require(${JSON.stringify(target)})`;
    });
    modules.set(file, linked);
  };
  add('runtime/guest.ts');
  add('runtime/index.ts');
  return [...modules].map(([name, code]) => wrap(name, code)).join('');
}

let prelude: string | undefined;

/** Links one uninstrumented harness file with the real prelude. `main.ts` has a source map, nothing else has. */
export function bundleOf(mainTs: string): Bundle {
  prelude ??= preludeModules();
  const head = `(() => {\nconst modules = {\n${prelude}`;
  const out = ts.transpileModule(mainTs, {
    compilerOptions: { ...options, sourceMap: true, inlineSources: false },
    fileName: 'main.ts',
  });
  const script = `${head}${wrap('main.ts', out.outputText.replace('"espalier/runtime"', '"runtime/index.ts"'))}};
const loaded = {};
function require(name) {
  if (!(name in loaded)) modules[name]((loaded[name] = {}), require);
  return loaded[name];
}
require('runtime/guest.ts').installGuest(() => require('main.ts'));
})();`;
  const map = JSON.parse(out.sourceMapText ?? '{}') as { mappings: string }; // the compiler wrote it
  const lines = head.split('\n').length; // the wrapper's own line comes on top
  return bundleFrom(script, JSON.stringify({ ...map, mappings: ';'.repeat(lines) + map.mappings }));
}
