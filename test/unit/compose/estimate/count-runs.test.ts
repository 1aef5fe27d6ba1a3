import { describe, expect, test } from 'vitest';
import { countRuns } from '../../../../src/compose/estimate/count-runs.js';
import { DEFAULT_GROW_OPTIONS, type GrowOptions } from '../../../../src/grow/options.js';

const split = { train: 200, gate: 100, test: 200, arms: 4, deterministic: true };
const counted = (options: Partial<GrowOptions> = {}, over: Partial<typeof split> = {}): ReturnType<typeof countRuns> =>
  countRuns({ ...DEFAULT_GROW_OPTIONS, maxSteps: 24, ...options }, { ...split, ...over });

describe('the runs that grow will make', () => {
  test('go from nothing solved to every step and gate in full', () => {
    expect(counted()).toEqual({
      proposals: { low: 1, high: 72 },
      // Nine windows of ten (each goes after three steps), and the stream twice.
      collect: { low: 90, high: 400 },
      window: { low: 0, high: 240 },
      // The seed's own, then twelve gates of two arms.
      gates: { low: 100, high: 2500 },
      test: { low: 800, high: 800 },
      all: { low: 990, high: 3940 },
    });
  });

  test('of a stream shorter than a window are all of it', () => {
    expect(counted({}, { train: 4 })).toMatchObject({ collect: { low: 4, high: 8 }, window: { high: 24 * 4 } });
  });

  test('repeat a gate only where the model is not deterministic, and one arm of it under paper', () => {
    expect(counted({}, { deterministic: false }).gates.high).toBe(100 + 12 * 200 * 6);
    expect(counted({ gate: 'paper' }, { deterministic: false }).gates.high).toBe(100 + 12 * 100);
    expect(counted({ gateRotate: 25 }).gates.high).toBe(100 + 12 * 50);
  });

  test('count rechecks and leak probes with each step', () => {
    expect(counted({ recheck: 3 }).window.high).toBe(24 * 13);
  });

  test('without a step are the window, the seed and the test', () => {
    expect(counted({ maxSteps: 0 })).toMatchObject({
      proposals: { low: 0, high: 0 },
      collect: { low: 10, high: 200 },
      gates: { low: 100, high: 100 },
    });
  });

  test('stay under maxRuns, with what is under way and the last gate on top, and the test beside it', () => {
    const { collect, window, gates, test: tested, all } = counted({ maxRuns: 500 });
    const most = 500 + (10 + 200) + 200;
    expect(collect.high + window.high + gates.high).toBeGreaterThanOrEqual(most);
    // Each of the three is rounded up.
    expect(collect.high + window.high + gates.high).toBeLessThan(most + 3);
    expect(gates.low).toBe(100);
    expect(all.high).toBe(collect.high + window.high + gates.high + tested.high);
  });

  test('are the same under a maxRuns that nothing reaches', () => {
    expect(counted({ maxRuns: 1_000_000 })).toEqual(counted());
  });
});
