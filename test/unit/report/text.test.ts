import picocolors from 'picocolors';
import { describe, expect, test } from 'vitest';
import { growText } from '../../../src/report/grow-text.js';
import { armOf, growResult, type Arm, type GrowResult } from '../../../src/report/grow-result.js';
import { diffText, functionChanges } from '../../../src/report/harness-diff.js';
import { duration, plural } from '../../../src/report/numbers.js';
import { table } from '../../../src/report/table.js';
import { traceText } from '../../../src/report/trace-text.js';
import { clip } from '../../../src/report/transition-line.js';
import { asFunctionId, runId, samplingSeed, stateHash, versionId } from '../../../src/task/ids.js';
import { NO_USAGE } from '../../../src/task/usage.js';
import type { HarnessFunction } from '../../../src/ports/editor.js';
import type { Trace } from '../../../src/trace/trace.js';

const plain = picocolors.createColors(false);

const arm: Arm = {
  success: 0.5,
  low: 0.25,
  high: 0.75,
  n: 8,
  missing: 0,
  modelCallsPerTask: 1.5,
  tokensPerTask: 100,
  costUsdPerTask: 0.01,
  scores: { exact: 0.5 },
};

const result: GrowResult = {
  run: 'one',
  family: 'spell',
  seed: 1,
  isolation: 'process',
  status: 'done',
  taskRuns: 0,
  steps: 2,
  test: { seed: arm, baseline: null, grown: arm },
  gates: [{ n: 1, verdict: 'accept', candidate: 0.5, checkpoint: 0.25, taskRuns: 16, saved: 0 }],
  testEvaluations: { own: 1, all: 1, openings: 1 },
  rollbacks: 0,
  testLeaks: [],
  accepted: 1,
  differs: true,
  spend: {
    modelCalls: 3,
    optimizerCalls: 1,
    inputTokens: 0,
    outputTokens: 0,
    modelUsd: 0.25,
    optimizerUsd: 0.5,
    costUsd: 0.75,
  },
  harness: { ref: 'refs/heads/espalier/one', path: 'harnesses/spell', hash: 'abc' },
};

describe('the summary of grow', () => {
  test('says figures with their intervals and where to look', () => {
    const text = growText(result, plain);
    expect(text).toContain('50.0% [25.0, 75.0]');
    expect(text).toContain('2 steps, 1 gate, 0 rollbacks; spent 3 model calls ($0.2500), 1 optimizer call ($0.5000);');
    expect(text).toContain('npx espalier diff espalier/one/gate-0 harnesses/spell');
    expect(text).not.toContain('the harness is the seed');
  });

  test('calls baselines by their folders, and says why one that needs a model has failed', () => {
    const message = "The harness called a model, but the model is 'none'.";
    const baselines = [
      { name: 'bm25', ...arm },
      { name: 'tool-calling', ...arm, modelRefused: { runs: 8, message } },
    ];
    const text = growText({ ...result, test: { ...result.test, baseline: arm, baselines } }, plain);
    expect(text).toMatch(/^bm25 +50\.0%/m);
    expect(text).toMatch(/^tool-calling +50\.0%/m);
    expect(text).not.toMatch(/^baseline /m);
    expect(text).toContain(
      `tool-calling needs a model that serves its calls: in 8 of 8 runs one was refused. ${message}`,
    );
    expect(text).not.toContain('bm25 needs');
  });

  test('fits a narrow screen', () => {
    const [table] = growText(result, plain, 60).split('\n\n');
    expect(table?.split('\n').every((line) => line.length <= 60)).toBe(true);
    expect(table).toContain('Model calls, tokens and cost of a task');
  });

  test('says so when the harness is the seed, and why', () => {
    expect(growText({ ...result, differs: false, accepted: 0 }, plain)).toContain(
      'No edit set was accepted: the harness is the seed',
    );
    expect(growText({ ...result, differs: false, accepted: 2 }, plain)).toContain(
      '2 edit sets passed the window, but none its gate',
    );
  });

  test('says where a stopped run stands', () => {
    const stopped: GrowResult = {
      ...result,
      status: 'stopped',
      test: { seed: null, baseline: null, grown: null },
      harness: { ...result.harness, path: null },
    };
    expect(growText(stopped, plain)).toContain(
      'checkpoint 1, 50.0% of the gate tasks; not yet measured on the test set',
    );
    expect(growText({ ...stopped, harness: { ...stopped.harness, hash: '' } }, plain)).toContain(
      'Nothing is measured yet.',
    );
  });
});

describe('a cost without a price', () => {
  const figures = { ...arm, costUsdPerTask: 0 };
  const spent = {
    modelCalls: 8,
    optimizerCalls: 2,
    inputTokens: 9,
    outputTokens: 9,
    modelUsd: 0,
    optimizerUsd: 1,
    costUsd: 1,
  };
  const resultOf = (model: boolean, optimizer: boolean, modelCallsPerTask = 1): GrowResult =>
    growResult(
      { id: runId('one'), startedAt: 0, family: 'spell', isolation: 'process', options: {} },
      [
        {
          ordinal: 1,
          kind: 'tested',
          body: {
            seed: { ...figures, modelCallsPerTask: 0 },
            baseline: null,
            grown: { ...figures, modelCallsPerTask },
            leaks: [],
          },
          state: {},
          stateHash: stateHash('s'),
          at: 0,
        },
      ],
      spent,
      { model, optimizer },
      result.harness,
      [],
    );

  test('is unknown, not nothing, in figures and in text', () => {
    const unpriced = resultOf(false, true);
    expect(unpriced.test.grown?.costUsdPerTask).toBeNull();
    expect(unpriced.spend).toEqual({ ...spent, modelUsd: null, costUsd: null });
    const text = growText(unpriced, plain);
    expect(text).toContain('spent 8 model calls (n/a), 2 optimizer calls ($1.00);');
    expect(text).toMatch(/^grown .* n\/a$/m);
    expect(resultOf(true, false).spend).toEqual({ ...spent, optimizerUsd: null, costUsd: null });
  });

  test('is $0 where no call was made', () => {
    const unpriced = resultOf(false, true);
    expect(unpriced.test.seed?.costUsdPerTask).toBe(0);
    expect(growText(unpriced, plain)).toMatch(/^seed .* \$0$/m);
  });

  test('is a figure again with a price', () => {
    const priced = resultOf(true, true);
    expect(priced.spend).toEqual(spent);
    expect(armOf(arm as Arm & { costUsdPerTask: number }, true)).toEqual(arm);
  });
});

test('a table aligns numbers to the right and text to the left', () => {
  expect(
    table(
      ['name', 'n'],
      [
        ['a', '10'],
        ['long one', '5'],
      ],
    ),
  ).toBe('name       n\n────────  ──\na         10\nlong one   5');
});

test('durations and counts have their units', () => {
  expect([12, 7_300, 65_000].map(duration)).toEqual(['12ms', '7.3s', '1m 05s']);
  expect([plural(1, 'task'), plural(0, 'task')]).toEqual(['1 task', '0 tasks']);
});

test('text is clipped to one line that a terminal cannot be driven by', () => {
  expect(clip('a\n\tb\u001B[31mc', 80)).toBe('a b [31mc');
  expect(clip('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
});

const fn = (name: string, source: string): HarnessFunction => ({
  id: asFunctionId(`main.ts#${name}`),
  file: 'main.ts',
  startLine: 1,
  endLine: 1,
  source,
  signature: '',
});

test('a diff names functions added, changed and removed, and shows their text', () => {
  const changes = functionChanges(
    [fn('same', 'x'), fn('main', 'old'), fn('gone', 'bye')],
    [fn('same', 'x'), fn('main', 'new'), fn('fresh', 'hi')],
  );
  expect(changes.map((one) => [one.function, one.change])).toEqual([
    ['main.ts#main', 'changed'],
    ['main.ts#fresh', 'added'],
    ['main.ts#gone', 'removed'],
  ]);
  const text = diffText(changes, plain);
  expect(text).toContain('3 functions: 1 added, 1 changed, 1 removed');
  expect(text).toContain('-old\n+new');
});

test('a trace is a tree: calls under their callers, replies under their calls, long values clipped', () => {
  const trace: Trace = {
    format: 1,
    version: versionId('v'),
    seed: samplingSeed('s'),
    task: {},
    nodes: [
      { id: 1, parent: 0, kind: 'function', name: 'main', functionId: asFunctionId('main.ts#main'), detail: 'task' },
      { id: 2, parent: 1, kind: 'tool', name: 'search', detail: '{"q":1}' },
      { id: 3, parent: 1, kind: 'error', name: 'TypeError', detail: 'no\nluck', site: 'main.ts:3:1' },
    ],
    droppedNodes: 2,
    calls: [
      {
        node: 2,
        kind: 'tool',
        name: 'search',
        path: 'main',
        occurrence: 0,
        request: {},
        reply: { ok: true, value: 'y'.repeat(100) },
      },
    ],
    end: { kind: 'guest-error', name: 'TypeError', message: 'no luck', site: 'main.ts:3:1' },
    usage: NO_USAGE,
    wallMs: 5,
  };
  const lines = traceText(trace, plain, 40).split('\n');
  expect(lines.slice(0, 4)).toEqual([
    'main(task)',
    '  ◆ tools.search {"q":1}',
    `    ⇐ "${'y'.repeat(32)}…`,
    '  ✗ TypeError: no luck at main.ts:3:1',
  ]);
  expect(lines[4]).toMatch(/^TypeError: no luck at main.ts:3:1 after 5ms: 3 nodes, 2 nodes not recorded/);
});
