// One growth in a folder of its own, as a process: a case as JSON on the command line, its figures as JSON on stdout.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { grow } from '../dist/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const given = JSON.parse(process.argv[2] ?? '{}');
const { optimizer, options, generatorSeed, sizes, data, splitSeed, model = 'none' } = given;
const directory = mkdtempSync(path.join(tmpdir(), 'espalier-bench-'));

/** The demo's world from a generator seed; its own folder keeps store, branches and gate records apart. */
const config = `import { corpus, defineConfig, generateEncyclopedia } from 'espalier';
const { passages, splits } = generateEncyclopedia(${JSON.stringify({ seed: generatorSeed, ...sizes })});
export default defineConfig({ name: 'bench', family: corpus({ passages }), tasks: splits });
`;

try {
  execFileSync('git', ['init', '--quiet', directory]);
  if (data === undefined) writeFileSync(path.join(directory, 'espalier.config.ts'), config);
  const started = performance.now();
  const report = await grow({
    workspace: { directory, ...(data === undefined ? {} : { hotpot: data, sizes, splitSeed }) },
    name: 'bench',
    seedDirectory: path.join(root, 'seeds/corpus'),
    baselineDirectory: path.join(root, 'harnesses/baselines/bm25'),
    optimizer: { name: optimizer },
    model: { name: model },
    options,
    concurrency: 1,
  });
  const wallMs = performance.now() - started;
  process.stdout.write(`${JSON.stringify({ ...given, wallMs, result: report.result, testCases: report.testCases })}\n`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
