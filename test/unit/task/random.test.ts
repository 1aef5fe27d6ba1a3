import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/task/random.js';

describe('randomStream', () => {
  it('gives the same numbers for the same seed, and others for another', () => {
    const draw = (seed: string): readonly number[] => {
      const random = randomStream(seed);
      return Array.from({ length: 20 }, () => random.below(1_000_000));
    };
    expect(draw('a')).toEqual(draw('a'));
    expect(draw('a')).not.toEqual(draw('b'));
  });

  it('starts with the first word of SHA-256("seed:0")', () => {
    // printf 'x:0' | sha256sum
    expect(randomStream('x').below(2 ** 32)).toBe(0xbb9a93e2);
  });

  it('draws evenly', () => {
    const random = randomStream('even');
    const counts = [0, 0, 0];
    for (let at = 0; at < 3_000; at++) counts[random.below(3)] = (counts[random.below(3)] ?? 0) + 1;
    for (const count of counts) expect(count).toBeGreaterThan(700);
  });

  it('shuffles into a permutation and leaves its argument alone', () => {
    const items = Array.from({ length: 50 }, (_, at) => at);
    const shuffled = randomStream('s').shuffle(items);
    expect(shuffled).not.toEqual(items);
    expect([...shuffled].sort((a, b) => a - b)).toEqual(items);
    expect(items[0]).toBe(0);
  });

  it('will not pick from nothing', () => {
    expect(() => randomStream('s').pick([])).toThrow(RangeError);
  });
});
