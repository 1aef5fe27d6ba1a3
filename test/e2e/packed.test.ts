import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa, type Result } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot, root, testWorkspace, type TestWorkspace } from './cli-workspace.js';

let workspace: TestWorkspace;
let empty: string;

const npm = (...args: readonly string[]): Promise<Result> =>
  execa('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: workspace.directory });

const npx = (directory: string, ...args: readonly string[]) =>
  execa(path.join(workspace.directory, 'node_modules', '.bin', 'espalier'), args, { cwd: directory, reject: false });

beforeAll(async () => {
  empty = await mkdtemp(path.join(tmpdir(), 'espalier-empty-'));
  workspace = await testWorkspace({
    'package.json': JSON.stringify({ name: 'a-workspace', private: true, type: 'module' }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        target: 'es2022',
        lib: ['es2023'],
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        types: ['node'],
      },
      include: ['espalier.config.ts'],
    }),
  });
  await rm(path.join(workspace.directory, 'node_modules'), { recursive: true });
  // dist as it is: building it here would change it under other tests.
  const packed = await execa('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', empty], {
    cwd: packageRoot,
  });
  const [tarball] = JSON.parse(packed.stdout) as readonly { filename: string }[];
  // Install scripts are left out because better-sqlite3's compiles for minutes where no prebuilt binary can be fetched;
  // the addon that this checkout has built is the same, so it is copied in.
  const types = await readFile(path.join(root, 'node_modules', '@types', 'node', 'package.json'), 'utf8');
  const { version } = JSON.parse(types) as { version: string };
  await npm(
    'install',
    '--ignore-scripts',
    '--prefer-offline',
    path.join(empty, tarball?.filename ?? ''),
    `@types/node@${version}`,
  );
  const addon = path.join('node_modules', 'better-sqlite3', 'build');
  await cp(path.join(root, addon), path.join(workspace.directory, addon), { recursive: true });
}, 300_000);

afterAll(async () => {
  await workspace.remove();
  await rm(empty, { recursive: true, force: true });
});

test('the installed command says its version', async () => {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  expect(await npx(empty, '--version')).toMatchObject({ exitCode: 0, stdout: version });
});

test('a config that imports espalier type-checks, and a wrong one does not', { timeout: 120_000 }, async () => {
  const tsc = () =>
    execa(path.join(workspace.directory, 'node_modules', '.bin', 'tsc'), ['-p', '.'], {
      cwd: workspace.directory,
      reject: false,
    });
  expect(await tsc()).toMatchObject({ exitCode: 0, stdout: '' });
  const file = path.join(workspace.directory, 'espalier.config.ts');
  const config = await readFile(file, 'utf8');
  await writeFile(file, config.replace('word.toUpperCase()', 'word.length'));
  const wrong = await tsc();
  await writeFile(file, config);
  expect(wrong.exitCode).not.toBe(0);
  expect(wrong.stdout).toMatch(/number.*string/);
});

test('it grows a harness, which runs in a folder without a store', { timeout: 120_000 }, async () => {
  const grown = await npx(workspace.directory, 'grow', '--run', 'one', '--json');
  expect(grown.exitCode, grown.stderr).toBe(0);
  expect(JSON.parse(grown.stdout)).toMatchObject({ run: 'one', test: { grown: { success: 1 } } });
  const config = path.join(workspace.directory, 'espalier.config.ts');
  await cp(path.join(workspace.directory, 'harnesses', 'spell'), path.join(empty, 'spell'), { recursive: true });
  const answered = await npx(empty, 'run', 'spell', '--config', config, '--task', '{"word":"cow"}', '--trace');
  expect(answered).toMatchObject({ exitCode: 0, stdout: '"COW"' });
  expect(answered.stderr).toContain('◆ tools.shout {"word":"cow"}');
});
