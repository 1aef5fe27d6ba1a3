import { describe, expect, it } from 'vitest';
import { signFlipP } from '../../../src/gate/sign-flip.js';
import { levelOfGate } from '../../../src/gate/spend-level.js';
import { randomStream } from '../../../src/task/random.js';

/** Share of all sign flips whose sum is at most the observed one, by counting. */
function counted(all: readonly number[]): number {
  const observed = all.reduce((sum, one) => sum + one, 0);
  let low = 0;
  for (let flips = 0; flips < 2 ** all.length; flips++) {
    const sum = all.reduce((total, one, at) => total + ((flips >> at) & 1 ? -one : one), 0);
    if (sum <= observed + 1e-9) low += 1;
  }
  return low / 2 ** all.length;
}

describe('the sign-flip test', () => {
  it.each<[string, readonly number[], number]>([
    ['no task', [], 1],
    ['no difference', [0, 0, 0], 1],
    ['one task lost, however often', [-7], 1 / 2],
    ['five tasks lost', [-1, -1, -1, -1, -1], 1 / 32],
    ['four lost, one won', [-1, -1, -1, -1, 1], 6 / 32],
    ['five tasks won', [1, 1, 1, 1, 1], 1],
  ])('%s', (_, differences, p) => {
    expect(signFlipP(differences)).toBeCloseTo(p, 12);
  });

  it('equals the count over all flips (seed flips:1)', () => {
    const random = randomStream('flips:1');
    for (let round = 0; round < 100; round++) {
      const all = Array.from({ length: random.below(11) }, () => (random.below(25) - 12) / random.pick([1, 2, 3, 5]));
      expect(signFlipP(all)).toBeCloseTo(counted(all), 10);
    }
  });

  it('is at most a with probability at most a when every sign is a fair coin (seed coins:1)', () => {
    const random = randomStream('coins:1');
    const sizes = [1, 1, 1, 2, 2, 3, 1, 4, 1, 1, 2, 1];
    const ps = Array.from({ length: 4_000 }, () => signFlipP(sizes.map((size) => (random.chance(0.5) ? size : -size))));
    for (const a of [0.01, 0.05, 0.1, 0.3, 0.6]) {
      const share = ps.filter((p) => p <= a).length / ps.length;
      expect(share).toBeLessThan(a + 3 * Math.sqrt((a * (1 - a)) / ps.length));
    }
  });
});

describe('the level', () => {
  it('of all gates adds up to the level of the run', () => {
    let spent = 0;
    for (let gate = 1; gate <= 100_000; gate++) spent += levelOfGate(0.15, gate);
    expect(spent).toBeLessThan(0.15);
    expect(spent).toBeCloseTo(0.15, 4);
  });
});
