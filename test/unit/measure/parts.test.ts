import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { armFigures } from '../../../src/measure/arm-figures.js';
import { CallPaths } from '../../../src/measure/call-path.js';
import { mapConcurrent } from '../../../src/measure/concurrent.js';
import { requireCoverage } from '../../../src/measure/coverage.js';
import { withDeadline } from '../../../src/measure/deadline.js';
import type { MeasuredCase } from '../../../src/measure/measure-arm.js';
import { predictRequest, readPrediction, repairRequest } from '../../../src/measure/predict.js';
import { endpointSeed, type RunKey, seedOf } from '../../../src/measure/sampling-seed.js';
import { s } from '../../../src/runtime/schema.js';
import { BackendFault } from '../../../src/task/error.js';
import { asFunctionId, caseId, samplingSeed, traceDigest } from '../../../src/task/ids.js';
import { shown } from '../../../src/task/shown.js';
import { NO_USAGE } from '../../../src/task/usage.js';
import type { TraceNode } from '../../../src/trace/trace.js';

const called = (id: number, parent: number, name: string): TraceNode => ({
  id,
  parent,
  kind: 'function',
  name,
  functionId: asFunctionId(`main.ts#${name}`),
});

describe('call paths', () => {
  it('name the functions from main to the call, and count along each path alone', () => {
    const paths = new CallPaths();
    paths.record([
      called(1, 0, 'main'),
      called(2, 1, 'hop'),
      called(3, 1, 'hop'),
      { id: 4, parent: 2, kind: 'tool', name: 'search' },
    ]);
    paths.record([called(5, 2, 'ask')]);
    expect([2, 3, 5, 1, 2].map((parent) => paths.next(parent))).toEqual([
      { path: 'main>hop', occurrence: 0 },
      { path: 'main>hop', occurrence: 1 },
      { path: 'main>hop>ask', occurrence: 0 },
      { path: 'main', occurrence: 0 },
      { path: 'main>hop', occurrence: 2 },
    ]);
    expect(paths.next(0)).toEqual({ path: '', occurrence: 0 });
  });
});

describe('sampling seeds', () => {
  const key: RunKey = { runSeed: 1, phase: 'gate', ordinal: 2, arm: 'candidate', case: 'a', repeat: 0 };
  it('are pinned, and differ with every part of the key', () => {
    expect(seedOf(key)).toBe('436f8d1737e6a353410a8717c8f357df4d27c7425319d6c7c0bb0e845c1129ba');
    const others: readonly RunKey[] = [
      { ...key, runSeed: 2 },
      { ...key, phase: 'test' },
      { ...key, ordinal: 3 },
      { ...key, arm: 'checkpoint' },
      { ...key, case: 'b' },
      { ...key, repeat: 1 },
    ];
    expect(new Set([key, ...others].map(seedOf)).size).toBe(7);
  });
  it('reach an endpoint as 31 bits', () => {
    expect(endpointSeed(samplingSeed('ffffffff00'))).toBe(0x7fffffff);
    expect(endpointSeed(samplingSeed('00000001ff'))).toBe(0);
  });
});

describe('a deadline', () => {
  const never = new AbortController().signal;
  it('is a fault of the backend, names what was waited for, and tells the work', async () => {
    let told: unknown;
    const late = withDeadline(
      10,
      never,
      'the tool',
      (signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            told = signal.reason;
            resolve(1);
          }),
        ),
    );
    await expect(late).rejects.toThrow('the tool did not answer within 10 ms');
    expect(told).toBeInstanceOf(BackendFault);
  });
  it('names the setting that holds it', async () => {
    const late = withDeadline(5, never, 'tool x', () => new Promise(() => undefined), 'limits.toolMs');
    await expect(late).rejects.toThrow('tool x did not answer within 5 ms (limits.toolMs in the config).');
  });
  it('passes on values, errors and the reason of an abort', async () => {
    expect(await withDeadline(1000, never, 'x', () => 7)).toBe(7);
    await expect(
      withDeadline(1000, never, 'x', () => {
        throw new RangeError('r');
      }),
    ).rejects.toThrow(RangeError);
    const controller = new AbortController();
    const cut = withDeadline(1000, controller.signal, 'x', () => sleep(1000, 1, { ref: false }));
    controller.abort(new Error('stopped'));
    await expect(cut).rejects.toThrow('stopped');
    await expect(withDeadline(1000, controller.signal, 'x', () => 7)).rejects.toThrow('stopped');
  });
});

describe('work at the same time', () => {
  it('keeps to its limit and gives results in the order of the items', async () => {
    let open = 0;
    let most = 0;
    const results = await mapConcurrent([5, 1, 3, 2, 4], 2, async (ms, index) => {
      most = Math.max(most, (open += 1));
      await sleep(ms);
      open -= 1;
      return `${String(index)}:${String(ms)}`;
    });
    expect(results).toEqual(['0:5', '1:1', '2:3', '3:2', '4:4']);
    expect(most).toBe(2);
  });
  it('starts nothing after an error, and waits for what is in flight', async () => {
    const ended: number[] = [];
    const work = mapConcurrent([0, 1, 2, 3], 2, async (item) => {
      if (item === 0) throw new Error('first');
      await sleep(5);
      ended.push(item);
    });
    await expect(work).rejects.toThrow('first');
    expect(ended).toEqual([1]);
  });
});

describe('a typed prediction', () => {
  const Hop = s.object({ query: s.string({ minLength: 1 }), pattern: s.optional(s.enum(['a', 'b'])) });
  const request = predictRequest({ instruction: 'Plan.', input: { q: 'x' }, output: Hop.json }, 64);

  it('asks with instruction and schema apart from the input', () => {
    expect(request.messages.map((message) => message.role)).toEqual(['system', 'user']);
    expect(request.messages[0]?.content).toContain('Plan.');
    expect(request.messages[0]?.content).toContain(JSON.stringify(Hop.json));
    expect(request.messages[1]?.content).toBe('{\n "q": "x"\n}');
    expect(request).toMatchObject({ schema: Hop.json, maxOutputTokens: 64 });
    const again = repairRequest(request, 'bad', 'it is not JSON.');
    expect(again.messages.slice(0, 2)).toEqual(request.messages);
    expect(again.messages.slice(2)).toMatchObject([
      { role: 'assistant', content: 'bad' },
      { role: 'user', content: expect.stringContaining('it is not JSON.') as string },
    ]);
  });

  it.each<[string, boolean]>([
    ['{"n":1}', true],
    [' {"n":1}\n', true],
    ['```json\n{"n":1}\n```', true],
    ['```\n{"n":1}```', true],
    ['Sure: {"n":1}', false],
    ['{"n":"1"}', false],
    ['{"n":1', false],
    ['', false],
  ])('reads %j', (text, ok) => {
    const read = readPrediction(text, z.strictObject({ n: z.number() }), 5);
    expect(read).toMatchObject(ok ? { ok, value: { n: 1 } } : { ok });
  });
});

describe('the figures of an arm', () => {
  const measured = (success: number | string): MeasuredCase => ({
    item: { id: caseId('a'), task: null, expected: null },
    trace: traceDigest('t'),
    usage: { ...NO_USAGE, modelCalls: 3, inputTokens: 4, outputTokens: 5, costUsd: 0.5 },
    ...(typeof success === 'string'
      ? { why: success }
      : { judged: { scores: { exact: success, half: success / 2 }, feedback: '', success, solved: success === 1 } }),
  });
  const demand = { least: 0.75, arm: 'The arm', cases: 'test tasks', then: 'go on with --resume' } as const;

  it('are means over the cases that have a result', () => {
    const figures = armFigures([measured(1), measured(0), measured('down'), measured(1)]);
    expect(figures).toMatchObject({ n: 3, missing: 1, modelCallsPerTask: 3, tokensPerTask: 9, costUsdPerTask: 0.5 });
    expect([figures.success, figures.scores['half']]).toEqual([expect.closeTo(2 / 3, 12), expect.closeTo(1 / 3, 12)]);
  });

  it('are told only when enough cases have a result, and at least one', () => {
    const runs = [measured(1), measured('The backend is down.'), measured(0), measured(0)];
    expect(() => requireCoverage(runs, demand)).not.toThrow();
    const few = (): void => requireCoverage(runs.slice(0, 3), demand);
    expect(few).toThrow(BackendFault);
    expect(few).toThrow(
      'The arm cannot be measured: 1 of 3 test tasks have no result, because the backend broke. The first: The backend is down. Repair it, then go on with --resume.',
    );
    expect(() => requireCoverage([measured('x')], { ...demand, least: 0 })).toThrow('1 of 1 test tasks');
  });
});

it('any value is shown as a short text', () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  expect([undefined, () => 1, Symbol('s'), 1n, cycle, { a: 1 }].map((value) => shown(value))).toEqual([
    'nothing',
    'a function',
    'a symbol',
    'a value that is not JSON (bigint)',
    'a value that is not JSON (object)',
    '{"a":1}',
  ]);
  expect(shown('x'.repeat(500))).toBe(`"${'x'.repeat(198)}…`);
});
