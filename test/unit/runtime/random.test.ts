import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/runtime/random.js';

const take = (seed: string, count: number): readonly number[] => Array.from({ length: count }, seededRandom(seed));

describe('seededRandom', () => {
  it('repeats for equal seeds and differs for others, from the first number on', () => {
    expect(take('a', 50)).toEqual(take('a', 50));
    const firsts = new Set(Array.from({ length: 500 }, (_none, index) => take(`seed ${String(index)}`, 1)[0]));
    expect(firsts.size).toBe(500);
  });

  it('is uniform in [0, 1)', () => {
    const tenths = new Array<number>(10).fill(0);
    for (const value of take('uniform', 20_000)) {
      const tenth = Math.floor(value * 10);
      tenths[tenth] = (tenths[tenth] ?? NaN) + 1; // NaN shows a value outside [0, 1)
    }
    for (const count of tenths) expect(Math.abs(count - 2_000)).toBeLessThan(200);
  });
});
