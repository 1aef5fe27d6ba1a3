import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testWorkspace, type TestWorkspace } from './cli-workspace.js';

let workspace: TestWorkspace;
let grown: unknown;

/** The objects on stdout, one a line; there must be nothing else. */
async function objects(args: readonly string[], exit = 0, input?: string): Promise<readonly unknown[]> {
  const started = workspace.start(args);
  if (input !== undefined) started.stdin.end(input);
  const result = await started;
  expect(result.exitCode, String(result.stderr)).toBe(exit);
  return String(result.stdout)
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

const arm = z.object({
  success: z.number(),
  low: z.number(),
  high: z.number(),
  n: z.int(),
  modelCallsPerTask: z.number(),
  tokensPerTask: z.number(),
  costUsdPerTask: z.number(),
});

const isolation = z.enum(['full', 'portable']);

const growResult = z.object({
  run: z.literal('one'),
  family: z.literal('spell'),
  seed: z.int(),
  isolation,
  steps: z.literal(3),
  test: z.object({ seed: arm, baseline: z.null(), grown: arm }),
  gates: z
    .array(
      z.object({
        n: z.int(),
        verdict: z.string(),
        // Without a mean where the verdict was clear before all tasks had run.
        candidate: z.number().nullable(),
        checkpoint: z.number(),
        taskRuns: z.int(),
        saved: z.int(),
      }),
    )
    .length(3),
  rollbacks: z.literal(1),
  spend: z.object({
    modelCalls: z.literal(0),
    optimizerCalls: z.int(),
    modelUsd: z.literal(0),
    optimizerUsd: z.literal(0),
    costUsd: z.literal(0),
  }),
  harness: z.object({
    ref: z.literal('refs/heads/espalier/one'),
    path: z.literal('harnesses/spell'),
    hash: z.string().length(64),
  }),
});

beforeAll(async () => {
  workspace = await testWorkspace();
  [grown] = await objects(['grow', '--run', 'one', '--json']);
}, 60_000);

afterAll(async () => {
  await workspace.remove();
});

test('grow ends with one object of the promised names', () => {
  const { gates } = growResult.parse(grown);
  expect(gates.map((gate) => gate.verdict)).toEqual(['accept', 'roll-back', 'accept']);
  for (const gate of gates) expect(gate.candidate === null).toBe(gate.verdict === 'roll-back');
  // 16 tasks in two arms: against a checkpoint that solves none all is clear after its own pass, and the score is measured afterwards.
  expect(gates.map((gate) => [gate.taskRuns, gate.saved])).toEqual([
    [16, 0],
    [21, 11],
    [28, 0],
  ]);
});

test('eval prints one arm', async () => {
  const [measured, ...more] = await objects(['eval', 'harnesses/spell', '--on', 'test', '--json']);
  expect(arm.extend({ isolation }).parse(measured)).toMatchObject({ success: 1, n: 4 });
  expect(more).toEqual([]);
});

test('run prints one object a task, from standard input too, and exits with 1 when one has no answer', async () => {
  const lines = '{"word":"cow"}\n\n{"id":"x","task":{"word":"auk"},"expected":"AUK"}\n';
  const answers = await objects(['run', 'espalier/one', '--file', '-', '--json'], 0, lines);
  expect(answers).toMatchObject([
    { where: 'standard input:1', task: { word: 'cow' }, answer: 'COW', outcome: 'answered' },
    { where: 'standard input:3', task: { word: 'auk' }, answer: 'AUK' },
  ]);
});

test('a broken line ends run with an error object after the answers before it', async () => {
  const answers = await objects(['run', 'espalier/one', '--file', '-', '--json'], 2, '{"word":"cow"}\n{word}\n');
  expect(answers).toMatchObject([{ answer: 'COW' }, { error: { code: 'INPUT' } }]);
});

test('doctor prints one object, with each layer of each level', async () => {
  const [report] = await objects(['doctor', '--json']);
  const finding = z.object({ name: z.string(), state: z.enum(['ok', 'note']), detail: z.string() });
  const { checks } = z
    .object({ ok: z.literal(true), checks: z.array(finding.extend({ parts: z.array(z.unknown()).optional() })) })
    .parse(report);
  expect(checks.map((check) => check.name)).toEqual(['node', 'git', 'config', 'isolation', 'workspace']);
  expect(checks[3]?.parts).toMatchObject([{ name: 'full' }, { name: 'portable', state: 'ok' }]);
});

test('a level can be asked for, and is named', async () => {
  const task = ['run', 'espalier/one', '--task', '{"word":"cow"}', '--sandbox', 'portable', '--json'];
  expect(await objects(task)).toMatchObject([{ answer: 'COW', isolation: 'portable' }]);
  expect(await objects([...task.slice(0, -2), 'host', '--json'], 2)).toMatchObject([{ error: { code: 'USAGE' } }]);
});

test('the looking commands print one object each, wherever --json stands', async () => {
  expect(await objects(['gates', '--json'])).toMatchObject([
    { run: 'one', gates: [{ gate: 1 }, { gate: 2 }, { gate: 3 }] },
  ]);
  const [shown] = await objects(['gates', 'show', '2', '--json', '--run', 'one']);
  expect(shown).toMatchObject({
    record: { verdict: 'roll-back' },
    changes: [{ function: 'main.ts#main', change: 'changed' }],
  });
  const [listed] = await objects(['traces', '--run', 'one', '--json']);
  const { traces } = z.object({ traces: z.array(z.looseObject({ trace: z.string() })).min(20) }).parse(listed);
  const [trace] = await objects(['traces', 'show', traces[0]?.trace ?? '', '--json']);
  expect(trace).toMatchObject({ format: 1, task: traces[0]?.['task'] });
  expect(await objects(['diff', 'espalier/one/gate-0', 'harnesses/spell', '--json'])).toMatchObject([
    { changes: [{ function: 'main.ts#main', change: 'changed' }] },
  ]);
  expect(await objects(['replay', 'gate', '2', '--json'])).toMatchObject([
    { recorded: 'roll-back', derived: 'roll-back', runs: 21, reproduced: 21, differences: [], record: [] },
  ]);
}, 60_000);

test('errors come as one object on stdout beside the prose on stderr', async () => {
  expect(await objects(['gates', 'show', '9', '--json'], 2)).toEqual([
    { error: { code: 'INPUT', message: 'Run one has no gate 9. Gates: 1, 2, 3.' } },
  ]);
  expect(await objects(['grow', '--json', '--window', 'many'], 2)).toMatchObject([{ error: { code: 'USAGE' } }]);
});

test('colours are for terminals that want them', async () => {
  const forced = await workspace.cli(['gates'], { FORCE_COLOR: '1' });
  expect(forced.stdout).toContain('\u001B[');
  const plain = await workspace.cli(['gates']);
  expect(plain.stdout).not.toContain('\u001B[');
});
