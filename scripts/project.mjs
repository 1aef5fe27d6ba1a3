import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const stampFile = join(root, 'node_modules', '.espalier-setup');

/** What earlier set-ups have made: `lock`, `abi` (dependencies) and `source` (dist), each a hash or version. */
export function readStamp() {
  if (!existsSync(stampFile)) return {};
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return {}; // cut off by a kill: everything is looked at again
    throw error;
  }
}

export function writeStamp(changes) {
  writeFileSync(stampFile, `${JSON.stringify({ ...readStamp(), ...changes })}\n`);
}

/** SHA-256 (hex) of the files' paths and contents; folders are walked. Missing ones are left out. */
export function hashOfFiles(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    if (!existsSync(path)) return;
    for (const file of filesUnder(path)) {
      hash
        .update(`${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  };
  for (const path of paths) visit(join(root, path));
  return hash.digest('hex');
}

/** Absolute paths of the files under a folder, sorted; of a file, itself. */
export function filesUnder(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]));
}

/** All that dist is made from. */
export const hashOfSource = () => hashOfFiles(['src', 'tsconfig.json', 'scripts/build.mjs', 'package-lock.json']);

/** Runs a program in the checkout and keeps what it prints. `code` is `null` when a signal ended it. */
export function run(file, args, options = {}) {
  const result = spawnSync(file, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  return {
    code: result.status,
    output: `${result.stdout ?? ''}${result.stderr ?? ''}`,
    stdout: result.stdout ?? '',
    missing: result.error?.code === 'ENOENT',
  };
}

/** Runs npm: the one that started this script where there is one, else the one on the PATH. */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  if (cli !== undefined && basename(cli).startsWith('npm-cli')) return run(process.execPath, [cli, ...args], options);
  return process.platform === 'win32' ? run('npm.cmd', args, { shell: true, ...options }) : run('npm', args, options);
}

/** Runs a development tool from node_modules, without npx and so without a network. */
export function tool(packageName, binName, args, options) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = typeof bin === 'string' ? bin : bin[binName];
  return run(process.execPath, [join(folder, script), ...args], options);
}

/** One line for people. Standard output stays free for data. */
export const say = (line) => process.stderr.write(`${line}\n`);

/** Milliseconds since `start` (of `performance.now`), as `1.2 s`. */
export const secondsSince = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
