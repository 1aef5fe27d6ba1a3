import { describe, expect, test } from 'vitest';
import { estimateFrom, type EstimateInput, type MeasuredArm } from '../../../../src/compose/estimate/estimate-from.js';
import { NO_USAGE } from '../../../../src/task/usage.js';

/** An arm of equal tasks: its mean's interval has no width. */
const arm = (modelCalls: number, wallMs: number, startMs = 0): MeasuredArm => {
  const usage = { ...NO_USAGE, modelCalls, inputTokens: 10 * modelCalls, costUsd: modelCalls / 100 };
  return { tasks: [1, 2, 3].map(() => ({ usage, wallMs })), startMs };
};
const range = (low: number, high = low): { readonly low: number; readonly high: number } => ({ low, high });
const runs = {
  proposals: range(1, 4),
  ...{ collect: range(0), window: range(0), gates: range(0), test: range(0) },
  all: range(600, 1300),
};
const price = { inputPerMTok: 1, outputPerMTok: 1 };
const none = { calls: 0, usd: 0, lowMs: 0, highMs: 0 } as const;
const estimate = (over: Partial<EstimateInput> = {}): ReturnType<typeof estimateFrom> =>
  estimateFrom({
    ...{ seed: arm(1, 100), baselines: [arm(0, 50), arm(8, 900)], runs, test: 100 },
    ...{ concurrency: 1, modelPrice: price, optimizer: none },
    ...over,
  });

describe('what grow will take', () => {
  test('is each fixed harness’s own test, and the growth from the seed to 1.5 times the mean', () => {
    // Tests: 100 × (1 + 0 + 8). Growth: 300 runs of the seed's 1 call; 1000 runs of 1.5 × (1 + 0 + 8) / 3.
    expect(estimate().modelCalls).toEqual({ low: 900 + 300, high: 900 + 4500 });
    expect(estimate().tokens).toEqual({ low: 12_000, high: 54_000 });
    expect(estimate().costUsd?.low).toBeCloseTo(12, 9);
    expect(estimate().costUsd?.high).toBeCloseTo(54, 9);
  });

  test('is never below the seed, however cheap the baselines are', () => {
    const { modelCalls } = estimate({ seed: arm(4, 0), baselines: [arm(0, 0), arm(0, 0)] });
    expect(modelCalls).toEqual({ low: 400 + 300 * 4, high: 400 + 1000 * 4 });
  });

  test('is the seed alone where there is no baseline', () => {
    const { modelCalls } = estimate({ baselines: [] });
    expect(modelCalls).toEqual({ low: 100 + 500, high: 100 + 1200 * 1.5 });
  });

  test('takes its time side by side at both ends', () => {
    // Tests: 100 × 1050 ms. Growth: 300 × 100 ms; 1000 × 1.5 × 350 ms. A second for each of four proposals.
    expect(estimate().wallMs).toEqual({ low: 105_000 + 30_000, high: 105_000 + 525_000 + 4000 });
    expect(estimate({ concurrency: 10 }).wallMs).toEqual({ low: 13_500, high: 63_000 + 4000 });
  });

  test('adds the longest start once', () => {
    const started = estimate({ seed: arm(1, 100, 700), baselines: [arm(0, 50), arm(8, 900, 3000)], concurrency: 10 });
    expect(started.wallMs).toEqual({ low: 13_500 + 3000, high: 67_000 + 3000 });
  });

  test('counts proposals with what one takes', () => {
    const optimizer = { calls: 1, usd: 0.5, lowMs: 2000, highMs: 60_000 } as const;
    const found = estimate({ optimizer });
    expect(found.optimizerCalls).toEqual({ low: 1, high: 4 });
    expect(found.optimizerUsd?.high).toBe(2);
    expect(found.wallMs.high - estimate().wallMs.high).toBe(4 * 60_000);
    expect(found.wallMs.low - estimate().wallMs.low).toBe(2000);
  });

  test('has no cost where calls have no price', () => {
    expect(estimate({ modelPrice: undefined })).toMatchObject({ modelUsd: null, costUsd: null });
    const seed = arm(0, 1);
    expect(estimate({ modelPrice: undefined, seed, baselines: [] }).modelUsd).toEqual({ low: 0, high: 0 });
  });
});
