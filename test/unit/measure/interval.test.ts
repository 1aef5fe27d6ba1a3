import { describe, expect, it } from 'vitest';
import { clusteredInterval } from '../../../src/measure/interval.js';

const ones = (of: number, n: number): readonly (readonly number[])[] =>
  Array.from({ length: n }, (_, index) => [index < of ? 1 : 0]);

describe('the interval of a mean', () => {
  it.each<[string, readonly (readonly number[])[], number, number, number]>([
    ['half of ten', ones(5, 10), 0.5, 0.2, 0.8],
    ['17 of 50', ones(17, 50), 0.34, 0.22, 0.48],
    [
      'three runs a task',
      [
        [1, 1, 0],
        [0, 0, 0],
        [1, 1, 1],
        [0, 1, 0],
      ],
      0.5,
      1 / 6,
      5 / 6,
    ],
    ['unequal runs a task', [[1], [0, 0, 0, 0]], 0.2, 0, 1],
    ['differences', [[1], [-1], [0], [0], [1]], 0.2, -0.4, 0.8],
  ])('of %s is the same on every machine', (_, clusters, mean, low, high) => {
    const interval = clusteredInterval(clusters);
    expect([interval.mean, interval.low, interval.high]).toEqual(
      [mean, low, high].map((value) => expect.closeTo(value, 12)),
    );
  });

  it('agrees with the normal approximation where that is good', () => {
    const { mean, low, high } = clusteredInterval(ones(120, 400));
    const half = 1.96 * Math.sqrt((0.3 * 0.7) / 400);
    expect(mean).toBe(0.3);
    expect(low).toBeCloseTo(0.3 - half, 2);
    expect(high).toBeCloseTo(0.3 + half, 2);
  });

  it('draws whole tasks: repeats of the same result add no certainty', () => {
    const once = clusteredInterval(ones(5, 10));
    const thrice = clusteredInterval(ones(5, 10).map((values) => values.flatMap((value) => [value, value, value])));
    expect(thrice).toEqual(once);
  });

  it('is a point for one cluster or equal values, and 0 for none', () => {
    expect(clusteredInterval([[1, 0]])).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
    expect(clusteredInterval(ones(4, 4))).toEqual({ mean: 1, low: 1, high: 1 });
    expect(clusteredInterval([])).toEqual({ mean: 0, low: 0, high: 0 });
    expect(clusteredInterval([[], []])).toEqual({ mean: 0, low: 0, high: 0 });
  });
});
