import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot, root } from './cli-workspace.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'espalier-init-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const espalier = (directory: string, ...args: readonly string[]) =>
  execa(process.execPath, [path.join(packageRoot, 'dist', 'cli', 'main.js'), ...args], {
    cwd: directory,
    reject: false,
  });

describe('init, then grow, with nothing edited', () => {
  test.each(['custom', 'corpus'] as const)('%s', { timeout: 180_000 }, async (family) => {
    const made = await espalier(folder, 'init', family, '--family', family, '--json');
    expect(made.exitCode, made.stderr).toBe(0);
    const report = JSON.parse(made.stdout);
    expect(report).toMatchObject({ template: family, repository: 'made', kept: [] });
    expect(report.next).toHaveLength(3);
    const directory = path.join(folder, family);
    expect((await readdir(directory)).sort()).toEqual(
      expect.arrayContaining([
        '.git',
        '.gitignore',
        'README.md',
        'espalier.config.ts',
        'package.json',
        'seeds',
        'tasks',
      ]),
    );
    // The corpus is grown for one step only: its full run is the demo's.
    const steps = family === 'corpus' ? ['--max-steps', '0', '--baseline', 'harnesses/baselines/bm25'] : [];
    const grown = await espalier(directory, 'grow', '--run', 'one', '--json', ...steps);
    expect(grown.exitCode, grown.stderr).toBe(0);
    const result = JSON.parse(grown.stdout);
    expect(result.status).toBe('done');
    if (family === 'custom') expect(result.test.grown.success).toBeGreaterThan(result.test.seed.success);
    else expect(result.test.baselines[0]).toMatchObject({ name: 'bm25', n: 60 });
  });

  test('a second init replaces nothing', { timeout: 60_000 }, async () => {
    await espalier(folder, 'init', 'twice', '--family', 'custom');
    const config = path.join(folder, 'twice', 'espalier.config.ts');
    const before = await readFile(config, 'utf8');
    const again = await espalier(folder, 'init', 'twice', '--family', 'custom');
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toContain('init replaces nothing');
    expect(await readFile(config, 'utf8')).toBe(before);
  });
});

test('estimate gives ranges from low to high', { timeout: 60_000 }, async () => {
  await espalier(folder, 'init', 'priced', '--family', 'custom');
  const found = await espalier(
    path.join(folder, 'priced'),
    ...['estimate', '--tasks', '3', '--json', '-o', `command:${process.execPath}`, '--optimizer-price', '0.5'],
  );
  expect(found.exitCode, found.stderr).toBe(0);
  const estimate = JSON.parse(found.stdout);
  expect(estimate.measured.tasks).toBe(3);
  // 6 steps, each repaired twice at most, half a dollar each.
  expect(estimate.optimizerUsd.high).toBe(9);
  for (const range of [estimate.runs.all, estimate.wallMs, estimate.costUsd])
    expect(range.low).toBeLessThan(range.high);
});

test('the example of a custom family is short, and grows', { timeout: 60_000 }, async () => {
  const example = path.join(root, 'examples', 'custom-family');
  const config = await readFile(path.join(example, 'espalier.config.ts'), 'utf8');
  expect(config.split('\n').length).toBeLessThan(60);
  const copy = path.join(folder, 'example');
  await cp(example, copy, { recursive: true });
  await execa('git', ['init', '--quiet'], { cwd: copy });
  const grown = await espalier(copy, 'grow', '--run', 'one', '--json');
  expect(grown.exitCode, grown.stderr).toBe(0);
  expect(JSON.parse(grown.stdout)).toMatchObject({ test: { seed: { success: 0 }, grown: { success: 1 } } });
});
