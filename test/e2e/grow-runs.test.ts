import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../src/store/open-store.js';
import { runId } from '../../src/task/ids.js';
import { REPLIES, testWorkspace, type TestWorkspace } from './cli-workspace.js';

const figure = z.object({ mean: z.number(), low: z.number(), high: z.number() });
const group = z.looseObject({
  runs: z.array(
    z.looseObject({
      run: z.string(),
      seed: z.int(),
      status: z.string(),
      testEvaluations: z.looseObject({ own: z.int() }),
    }),
  ),
  pooled: z.object({
    seed: figure,
    baseline: figure.nullable(),
    grown: figure,
    grownMinusSeed: figure,
    grownMinusBaseline: figure.nullable(),
  }),
  tasks: z.int(),
  gate: z.record(z.string(), z.number()),
  chosen: z.string(),
  harness: z.looseObject({ path: z.string(), hash: z.string() }),
});

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await testWorkspace();
}, 60_000);
afterAll(async () => {
  await workspace.remove();
});

test(
  'grow --runs grows independent runs, goes on after a stop, and tells their mean',
  { timeout: 120_000 },
  async () => {
    const args = ['--runs', '2', '--seed', '5', '--baseline', 'seeds/spell'];
    const started = workspace.start(['grow', '--run', 'exp', ...args]);
    let prose = '';
    started.stderr.on('data', (chunk: Buffer) => {
      prose += String(chunk);
      if (prose.includes('exp-2 · family')) started.kill('SIGKILL');
    });
    expect((await started).signal).toBe('SIGKILL');
    expect((await workspace.cli(['grow', '--run', 'exp', ...args])).stderr).toContain(
      'The store already has a run exp-1.',
    );
    const wrong = await workspace.cli(['grow', '--resume', 'exp', '--runs', '3']);
    expect(wrong.stderr).toContain('The group exp was begun with --runs 2, got --runs 3.');

    const ended = await workspace.cli(['grow', '--resume', 'exp-2', ...args, '--json']);
    expect(ended.exitCode).toBe(0);
    const told = group.parse(JSON.parse(ended.stdout));
    expect(told.runs.map(({ run, seed, status }) => [run, seed, status])).toEqual([
      ['exp-1', 5, 'done'],
      ['exp-2', 6, 'done'],
    ]);
    expect(told.runs.map((run) => run.testEvaluations.own)).toEqual([1, 1]);
    expect(told.pooled).toMatchObject({ seed: { mean: 0 }, grown: { mean: 1 }, grownMinusBaseline: { mean: 1 } });
    expect(told).toMatchObject({ tasks: 4, chosen: 'exp-1', harness: { path: 'harnesses/spell' } });
    const manifest = await readFile(path.join(workspace.directory, 'harnesses', 'spell', 'manifest.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ run: 'exp-1' });

    const again = await workspace.cli(['grow', '--resume', 'exp', ...args]);
    expect(again.exitCode).toBe(0);
    expect(again.stdout).toMatch(/^run +run seed +gate +seed \[95%\] +baseline \[95%\] +grown \[95%\]$/m);
    expect(again.stdout).toMatch(/^mean of 2 runs .*100\.0% \[100\.0, 100\.0\]$/m);
    expect(again.stdout).toContain('of exp-1: the highest at its gate, the first of equals; the test set has no say');
  },
);

test('every evaluation of the test split is counted, and a second one is marked', { timeout: 60_000 }, async () => {
  const measured = await workspace.cli(['eval', 'espalier/exp-1', '--on', 'test']);
  // Both runs came to the same harness: its two final evaluations, and this one.
  expect(measured.stdout).toContain('Test split evaluated 3 times, by this harness.');
  const other = await workspace.cli(['eval', 'espalier/exp-1/gate-0', '--on', 'test']);
  expect(other.stdout).toContain('Test split evaluated 1 time; 4 of this split in this workspace, by this harness.');
  expect((await workspace.cli(['eval', 'espalier/exp-1', '--on', 'gate'])).stdout).not.toContain('Test split');
  const resumed = await workspace.cli(['grow', '--resume', 'exp-1', '--baseline', 'seeds/spell']);
  expect(resumed.stdout).toContain('Test split evaluated 2 times; 4 of this split in this workspace.');
});

test('a budget holds over all runs of a group', { timeout: 120_000 }, async () => {
  const group3 = [
    ...[
      'grow',
      '--runs',
      '3',
      '--max-steps',
      '1',
      '--repair-attempts',
      '0',
      '--optimizer',
      'command:sh answer.sh reply.json',
    ],
  ];
  await workspace.write('reply.json', REPLIES[0] ?? '');
  await workspace.write('answer.sh', 'cat "$1"\n');
  // Each run asks the optimizer once.
  const stopped = await workspace.cli([...group3, '--run', 'capped', '--budget-calls', '2']);
  expect(stopped.exitCode, stopped.stderr).toBe(4);
  expect(stopped.stderr).toContain('The budget of the runs together (--budget-calls 2) is used up.');
  expect(callsOf('capped')).toEqual([1, 1, 0]);
  const more = await workspace.cli([...group3, '--resume', 'capped', '--budget-calls', '3', '--json']);
  expect(more.exitCode, more.stderr).toBe(0);
  expect(group.parse(JSON.parse(more.stdout)).runs.map((run) => run.run)).toEqual(['capped-1', 'capped-2', 'capped-3']);
  expect(callsOf('capped')).toEqual([1, 1, 1]);
});

/** Optimizer calls of the three runs of a group. */
function callsOf(name: string): readonly number[] {
  const store = openStore(path.join(workspace.directory, 'traces', 'espalier.db'));
  try {
    return [1, 2, 3].map((at) => store.spent(runId(`${name}-${String(at)}`)).optimizerCalls);
  } finally {
    store.close();
  }
}
