import { describe, expect, it } from 'vitest';
import { flipRate } from '../../../src/measure/flip-rate.js';
import { randomStream } from '../../../src/task/random.js';

describe('flipRate', () => {
  it('is the share of pairs that disagree, task by task', () => {
    expect(
      flipRate([
        [1, 0],
        [1, 1],
        [0, 0],
        [1, 1],
      ]),
    ).toEqual({ success: 0.625, flips: 0.25, tasks: 4, unsteady: 1 });
    expect(flipRate([[1, 0, 1]]).flips).toBeCloseTo(2 / 3, 12);
  });

  it('leaves a task with fewer than two results out of the flips', () => {
    expect(flipRate([[1], [], [0, 1]])).toEqual({ success: 0.75, flips: 1, tasks: 1, unsteady: 1 });
    expect(flipRate([])).toEqual({ success: 0, flips: 0, tasks: 0, unsteady: 0 });
  });

  it('comes to 2p(1 − p), without bias', () => {
    const random = randomStream('flips');
    const runs = Array.from({ length: 20_000 }, () => Array.from({ length: 3 }, () => (random.chance(0.3) ? 1 : 0)));
    expect(flipRate(runs).flips).toBeCloseTo(2 * 0.3 * 0.7, 2);
  });
});
