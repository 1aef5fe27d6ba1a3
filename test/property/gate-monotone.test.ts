import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksOf } from '../../src/gate/looks.js';
import type { MeasuredTask } from '../../src/gate/measured.js';
import { signFlipP } from '../../src/gate/sign-flip.js';
import { type Lanes, OPEN_LANES, takeLook } from '../../src/gate/take-look.js';
import { tally } from '../../src/gate/tally.js';
import type { Verdict } from '../../src/task/verdict.js';
import { binary, graded, type Outcomes, outcomeTables, play, RANK } from './gate-play.js';

const SEED = 42;
const RUNS = { seed: SEED, numRuns: 200 };

/** The same table with one outcome of an arm made a success (or a failure). */
function changed(outcomes: Outcomes, arm: 'candidate' | 'checkpoint', at: number, to: number): Outcomes {
  const cells = [...outcomes].flatMap(([name, row]) => row[arm].map((_, repeat) => ({ name, repeat })));
  const cell = cells[at % cells.length];
  return new Map(
    [...outcomes].map(([name, row]) => [
      name,
      name === cell?.name ? { ...row, [arm]: row[arm].map((one, index) => (index === cell.repeat ? to : one)) } : row,
    ]),
  );
}

describe(`verdicts are monotone in outcomes (seed ${String(SEED)})`, () => {
  it.each([
    ['paired, one pass', { repeats: 1 }],
    ['paired, deterministic', { deterministic: true }],
    ['paper', { rule: 'paper' }],
  ] as const)('where every task runs once, with curtailment: %s', (_, config) => {
    const moved = new Set<Verdict>();
    fc.assert(
      fc.property(outcomeTables(graded), fc.nat(), (outcomes, at) => {
        const before = play(config, outcomes).decision.verdict;
        const higher = play(config, changed(outcomes, 'candidate', at, 1)).decision.verdict;
        const against = play(config, changed(outcomes, 'checkpoint', at, 1)).decision.verdict;
        if (higher !== before) moved.add(higher);
        expect(RANK[higher]).toBeGreaterThanOrEqual(RANK[before]);
        expect(RANK[against]).toBeLessThanOrEqual(RANK[before]);
      }),
      RUNS,
    );
    expect(moved.size).toBeGreaterThan(0);
  });

  it('over all looks, whatever repeats each task has at each of them', () => {
    const moved = new Set<string>();
    fc.assert(
      fc.property(
        outcomeTables(fc.oneof(binary, graded)),
        fc.nat(),
        fc.infiniteStream(fc.nat(2)),
        (outcomes, at, more) => {
          const plans = scheduleOf(outcomes.size, more);
          const before = verdictOf(outcomes, plans);
          const higher = verdictOf(changed(outcomes, 'candidate', at, 1), plans);
          const lower = verdictOf(changed(outcomes, 'candidate', at, 0), plans);
          if (higher !== before) moved.add(`${before} to ${higher}`);
          expect(RANK[higher]).toBeGreaterThanOrEqual(RANK[before]);
          expect(RANK[lower]).toBeLessThanOrEqual(RANK[before]);
        },
      ),
      { ...RUNS, numRuns: 1_000 },
    );
    expect(moved.size).toBeGreaterThan(1);
  });

  it('and so is the p-value of the sign-flip test', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        (all, at) => {
          const higher = all.map((one, index) => (index === at % all.length ? one + 0.75 : one));
          expect(signFlipP(higher)).toBeGreaterThanOrEqual(signFlipP(all) - 1e-12);
        },
      ),
      RUNS,
    );
  });
});

/** Repeats of each task at each of five looks, never falling. */
function scheduleOf(tasks: number, more: Iterator<number>): readonly (readonly number[])[] {
  const plans: number[][] = [Array.from({ length: tasks }, () => 1)];
  while (plans.length < 5) plans.push((plans.at(-1) ?? []).map((repeats) => repeats + (more.next().value as number))); // the stream never ends
  return plans;
}

/** The verdict of the looks over given repeats: what the paired rule does, with the choice of tasks held fixed. */
function verdictOf(outcomes: Outcomes, plans: readonly (readonly number[])[]): Verdict {
  const looks = looksOf(50, 6, 0.4);
  const tasks: readonly MeasuredTask[] = [...outcomes].map(([name, row]) => ({
    case: name,
    candidate: Array.from({ length: 12 }, (_, at) => row.candidate[at % row.candidate.length] ?? null),
    checkpoint: Array.from({ length: 12 }, (_, at) => row.checkpoint[at % row.checkpoint.length] ?? null),
  }));
  let lanes: Lanes = OPEN_LANES;
  for (const [at, look] of looks.entries()) {
    const seen = tally(tasks, (index) => plans[at]?.[index] ?? 0);
    const looked = takeLook(look, at === looks.length - 1, lanes, {
      difference: seen.candidate - seen.checkpoint,
      net: seen.net,
      p: () => signFlipP(seen.tasks.map((task) => task.net)),
    });
    if (looked.verdict) return looked.verdict;
    lanes = looked.lanes;
  }
  throw new Error('The last look decides.');
}
