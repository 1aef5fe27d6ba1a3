// Compiles src to dist. dist changes only when the compiler is content, and never holds what src no longer has.
import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { filesUnder, hashOfSource, root, tool, writeStamp } from './project.mjs';

const source = hashOfSource();
const next = join(root, 'node_modules', '.espalier-dist');
const dist = join(root, 'dist');

rmSync(next, { recursive: true, force: true });
const compiled = tool('typescript', 'tsc', ['-p', 'tsconfig.json', '--outDir', next, '--noEmitOnError']);
process.stdout.write(compiled.output);
if (compiled.code === 0) {
  // Templates and the like, which tsc leaves behind.
  for (const file of filesUnder(join(root, 'src'))) {
    if (/^\.[cm]?ts$/.test(extname(file))) continue;
    const target = join(next, relative(join(root, 'src'), file));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
  writeStamp({ source });
}
process.exitCode = compiled.code ?? 1;
