import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { packageRoot, root, testWorkspace, type TestWorkspace } from './cli-workspace.js';

const MANIFEST = 'manifest.json';
const shared = process.env['ESPALIER_SHARED'];
/** Minutes of work, and the encyclopedia's growth goes the same way: `npm run nightly` sets it. */
const NIGHTLY = process.env['ESPALIER_NIGHTLY'] !== undefined;
const hotpot = path.join(shared ?? '', 'data', 'hotpotqa-500', 'hotpot_train.json');

let workspace: TestWorkspace | undefined;

afterEach(async () => {
  await workspace?.remove();
  workspace = undefined;
});

/** A git workspace that holds parts of this repository and nothing else. */
async function workspaceOf(parts: readonly string[]): Promise<TestWorkspace> {
  const made = await testWorkspace({}, false);
  workspace = made;
  const keep = ['node_modules', '.gitignore'];
  for (const name of await readdir(made.directory)) {
    if (!keep.includes(name)) await rm(path.join(made.directory, name), { recursive: true });
  }
  for (const part of parts) {
    await mkdir(path.dirname(path.join(made.directory, part)), { recursive: true });
    await cp(path.join(root, part), path.join(made.directory, part), { recursive: true });
  }
  await made.git('init', '--quiet', '--initial-branch=main');
  await made.git('add', '.');
  await made.git('commit', '--quiet', '--message', 'A workspace');
  return made;
}

const arm = z.object({ success: z.number(), n: z.int() });
const grown = z.object({
  status: z.literal('done'),
  test: z.object({ seed: arm, baseline: arm, grown: arm }),
  gates: z.array(z.object({ verdict: z.string() })).min(1),
  testLeaks: z.array(z.unknown()).length(0),
  harness: z.object({ path: z.string(), hash: z.string().length(64) }),
});
const gateRecord = z.looseObject({
  gate: z.int(),
  verdict: z.string(),
  stateBefore: z.string().length(64),
  stateAfter: z.string().length(64),
  candidate: z.looseObject({ version: z.string().length(64) }),
  checkpoint: z.looseObject({ version: z.string().length(64) }),
});

/** What `npm run grow:recorded` adds to the demo's config. */
async function recordedArguments(): Promise<readonly string[]> {
  const { scripts } = z
    .object({ scripts: z.object({ 'grow:recorded': z.string() }) })
    .parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
  return scripts['grow:recorded'].split(' dist/cli/main.js grow ')[1]?.split(' ') ?? [];
}

async function grow(made: TestWorkspace, run: string, args: readonly string[] = []): Promise<z.infer<typeof grown>> {
  const ended = await made.cli(['grow', '--run', run, '--json', ...args]);
  expect(ended.exitCode, String(ended.stderr)).toBe(0);
  return grown.parse(JSON.parse(String(ended.stdout)));
}

/** What each gate of a run decided and between which versions and states. */
async function decisions(made: TestWorkspace, run: string): Promise<readonly unknown[]> {
  const folder = path.join(made.directory, 'gates', run);
  const files = (await readdir(folder)).sort();
  return Promise.all(
    files.map(async (file) => {
      const record = gateRecord.parse(JSON.parse(await readFile(path.join(folder, file), 'utf8')));
      const { gate, verdict, stateBefore, stateAfter, candidate, checkpoint } = record;
      return { gate, verdict, stateBefore, stateAfter, versions: [candidate.version, checkpoint.version] };
    }),
  );
}

/** All files of a folder with their text; the manifest names run and commit, so it is left out. */
async function sources(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name !== MANIFEST)
    .map((entry) => path.join(entry.parentPath, entry.name));
  const read = files.map(async (file) => [path.relative(folder, file), await readFile(file, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(read));
}

const versionIn = async (folder: string): Promise<unknown> =>
  (JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8')) as { readonly version: unknown }).version;

test(
  'the recorded growth of the demo gives the harness that is shipped, and a second run decides the same',
  { timeout: 240_000 },
  async () => {
    const made = await workspaceOf(['espalier.config.ts', 'recordings/encyclopedia', 'seeds', 'harnesses/baselines']);
    const args = await recordedArguments();
    const first = await grow(made, 'first', args);
    expect(first.test.grown.success).toBeGreaterThanOrEqual(0.9);
    expect(first.test.baseline.success).toBeGreaterThan(0.1);
    expect(first.test.baseline.success).toBeLessThan(0.25);
    const shipped = path.join(root, 'harnesses', 'corpus');
    expect(first.harness.path).toBe('harnesses/corpus');
    expect(await sources(path.join(made.directory, first.harness.path))).toEqual(await sources(shipped));
    expect(first.harness.hash).toBe(await versionIn(shipped));
    const second = await grow(made, 'second', args);
    expect(second.harness.hash).toBe(first.harness.hash);
    expect(second.gates).toEqual(first.gates);
    expect(second.test).toEqual(first.test);
    const decided = await decisions(made, 'first');
    expect(decided).toHaveLength(first.gates.length);
    expect(await decisions(made, 'second')).toEqual(decided);
  },
);

test.skipIf(shared === undefined || !NIGHTLY)(
  'HotpotQA, split 2, grows the harness that is shipped (nightly; needs ESPALIER_SHARED)',
  { timeout: 900_000 },
  async () => {
    const made = await workspaceOf(['recordings/hotpotqa-2', 'seeds', 'harnesses/baselines']);
    const script = path.join(packageRoot, 'scripts', 'grow-hotpot.mjs');
    const ended = await execa(process.execPath, [script, '--data', hotpot, '--splits', '2', '--json'], {
      cwd: made.directory,
    });
    const result = grown.parse(JSON.parse(ended.stdout));
    expect(result.test.grown.success).toBeGreaterThanOrEqual(0.75);
    const shipped = path.join(root, 'harnesses', 'hotpotqa-2');
    if (!existsSync(shipped)) return;
    expect(await sources(path.join(made.directory, result.harness.path))).toEqual(await sources(shipped));
  },
);

test('the HotpotQA script says what is missing before it grows anything', async () => {
  const script = path.join(packageRoot, 'scripts', 'grow-hotpot.mjs');
  const start = async (...args: readonly string[]) =>
    execa(process.execPath, [script, ...args], { cwd: root, reject: false });
  const noData = await start('--data', 'nowhere.json');
  expect(noData).toMatchObject({ exitCode: 2, stdout: '' });
  expect(noData.stderr).toContain('Expected HotpotQA at nowhere.json; there is no such file');
  const noRecording = await start('--data', 'package.json', '--splits', '1,999', '--json');
  expect(noRecording).toMatchObject({ exitCode: 2, stdout: '' });
  expect(noRecording.stderr).toContain('Expected a recorded growth in recordings/hotpotqa-999');
});
