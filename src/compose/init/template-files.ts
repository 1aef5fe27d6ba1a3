import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateEncyclopedia } from '../../families/encyclopedia/generate-encyclopedia.js';

/** Templates that `init` knows. */
export const TEMPLATES = ['corpus', 'custom'] as const;
export type Template = (typeof TEMPLATES)[number];

/** Sizes of the demo's splits: a first `grow` is to end in a few minutes. */
const SIZES = { train: 60, gate: 40, test: 60 } as const;

const packageRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** All files of a new workspace: path in it → text. `embedded` says whether the embedded model is installed. */
export async function templateFiles(template: Template, embedded: boolean): Promise<Readonly<Record<string, string>>> {
  const baselines = embedded ? ['bm25', 'tool-calling'] : ['bm25'];
  const filled = Object.entries(await filesOf(path.join('templates', template))).map(([name, text]) => [
    // npm leaves files named .gitignore out of packages.
    name === 'gitignore' ? '.gitignore' : name,
    text
      .replace('BASELINES', `[${baselines.map((one) => `'harnesses/baselines/${one}'`).join(', ')}]`)
      .replace("'MODEL'", embedded ? "'embedded'" : "'none'"),
  ]);
  const own = Object.fromEntries(filled) as Record<string, string>; // pairs of texts
  if (template === 'custom') return own;
  for (const name of baselines) Object.assign(own, await filesOf(path.join('harnesses', 'baselines', name)));
  return { ...own, ...(await filesOf(path.join('seeds', 'corpus'))), ...encyclopediaFiles() };
}

/** The fictional encyclopedia as files of a user: passages and cases, one JSON object a line. */
function encyclopediaFiles(): Readonly<Record<string, string>> {
  const { passages, splits } = generateEncyclopedia({ seed: 1, ...SIZES });
  const lines = (values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  return {
    'corpus.jsonl': lines(passages),
    'tasks/train.jsonl': lines(splits.train),
    'tasks/gate.jsonl': lines(splits.gate),
    'tasks/test.jsonl': lines(splits.test),
  };
}

/** The files under a folder of this package; those of a template by their paths in it, others by their paths here. */
async function filesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const at = path.join(packageRoot, folder);
  const found: Record<string, string> = {};
  for (const entry of await readdir(at, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const base = folder.startsWith('templates') ? at : packageRoot;
    found[path.relative(base, file).split(path.sep).join('/')] = await readFile(file, 'utf8');
  }
  return found;
}
