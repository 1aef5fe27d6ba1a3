import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gateRule } from '../../src/gate/gate-rule.js';
import { type AskedRun, byCase, unmeasured, withOutcome } from '../../src/gate/measured.js';
import { randomStream } from '../../src/task/random.js';
import { binary, CONFIG, graded, outcomeOf, outcomeTables, play, RULES, withMissing } from './gate-play.js';

const SEED = 42;
const RUNS = { seed: SEED, numRuns: 60 };

describe(`curtailment (seed ${String(SEED)})`, () => {
  it.each(RULES)('never changes a verdict: %s', (_, config) => {
    let curtailed = 0;
    fc.assert(
      fc.property(outcomeTables(withMissing), fc.constantFrom(0, 0.8), (outcomes, minCoverage) => {
        const early = play({ ...config, minCoverage }, outcomes);
        const full = play({ ...config, minCoverage }, outcomes, { ask: 'round' });
        const entered = new Set(early.runs.map(keyOf));
        const unmade = full.runs.filter((run) => !entered.has(keyOf(run)));
        expect(full.saved).toBe(0);
        expect(unmade.length).toBe(early.saved);
        curtailed += early.saved > 0 ? 1 : 0;
        // A run that is not made cannot go missing: nothing is said about tables in which one would have.
        if (unmade.some((run) => outcomeOf(outcomes, run) === null)) return;
        expect(early.decision.verdict).toBe(full.decision.verdict);
      }),
      RUNS,
    );
    expect(curtailed).toBeGreaterThan(0);
  });

  it.each(RULES)('whatever the order in which outcomes come in: %s', (_, config) => {
    fc.assert(
      fc.property(outcomeTables(graded), fc.string(), (outcomes, seed) => {
        const random = randomStream(seed);
        const shuffled = play(config, outcomes, { order: (runs) => random.shuffle(runs) });
        expect(shuffled.decision.verdict).toBe(play(config, outcomes, { ask: 'round' }).decision.verdict);
      }),
      RUNS,
    );
  });
});

describe(`order (seed ${String(SEED)})`, () => {
  it.each(RULES)('of the tasks changes nothing: %s', (_, config) => {
    fc.assert(
      fc.property(outcomeTables(withMissing), fc.string(), (outcomes, seed) => {
        const permuted = new Map(randomStream(seed).shuffle([...outcomes]));
        const [one, other] = [play(config, outcomes), play(config, permuted)];
        expect(other.decision).toEqual(one.decision);
        expect(other.runs).toEqual(one.runs);
        expect(byCase(other.tasks)).toEqual(byCase(one.tasks));
      }),
      RUNS,
    );
  });

  it.each(RULES)('of the arms and of the runs changes nothing: %s', (_, config) => {
    fc.assert(
      fc.property(outcomeTables(withMissing), fc.string(), (outcomes, seed) => {
        const random = randomStream(seed);
        const one = play(config, outcomes, { ask: 'round' });
        const backwards = play(config, outcomes, { ask: 'round', order: (runs) => [...runs].reverse() });
        const shuffled = play(config, outcomes, { ask: 'round', order: (runs) => random.shuffle(runs) });
        expect([backwards.decision, shuffled.decision]).toEqual([one.decision, one.decision]);
        expect([backwards.tasks, shuffled.tasks]).toEqual([one.tasks, one.tasks]);
      }),
      RUNS,
    );
  });

  it.each(RULES)('a prior changes no verdict: %s', (_, config) => {
    fc.assert(
      fc.property(outcomeTables(binary), fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (outcomes, scores) => {
        const prior = new Map(
          [...outcomes.keys()].flatMap((name, at) => (at in scores ? [[name, scores[at] ?? 0]] : [])),
        );
        expect(play(config, outcomes, { prior }).decision.verdict).toBe(play(config, outcomes).decision.verdict);
      }),
      RUNS,
    );
  });
});

describe(`a record (seed ${String(SEED)})`, () => {
  it.each(RULES)('leads to its decision at once: %s', (_, config) => {
    fc.assert(
      fc.property(outcomeTables(withMissing), (outcomes) => {
        const { decision, tasks } = play(config, outcomes);
        expect(gateRule({ ...CONFIG, ...config }).next(tasks)).toMatchObject({ kind: 'decided', decision });
      }),
      RUNS,
    );
  });
});

describe(`acceptance (seed ${String(SEED)})`, () => {
  it.each(RULES)('is never of a measured drop: %s', (_, config) => {
    let accepted = 0;
    fc.assert(
      fc.property(outcomeTables(withMissing), (outcomes) => {
        const { decision } = play(config, outcomes);
        if (decision.verdict !== 'accept') return;
        accepted += 1;
        if (config.rule !== 'paper' || config.keepsScore === true)
          expect(decision.candidate - decision.checkpoint).toBeGreaterThan(-1e-9);
      }),
      RUNS,
    );
    expect(accepted).toBeGreaterThan(0);
  });
});

describe(`repeats (seed ${String(SEED)})`, () => {
  it('do not hang on which arm of a task succeeded', () => {
    let compared = 0;
    fc.assert(
      fc.property(outcomeTables(binary), fc.string(), (outcomes, seed) => {
        const random = randomStream(seed);
        const swapped = new Map(
          [...outcomes].map(([name, { candidate, checkpoint }]) => [
            name,
            random.chance(0.5) ? { candidate: checkpoint, checkpoint: candidate } : { candidate, checkpoint },
          ]),
        );
        const [one, other] = [rounds(outcomes), rounds(swapped)];
        const both = Math.min(one.length, other.length);
        compared += both > 1 ? 1 : 0;
        expect(other.slice(0, both)).toEqual(one.slice(0, both));
      }),
      RUNS,
    );
    expect(compared).toBeGreaterThan(10);
  });
});

/** The runs that the paired rule asks for, round by round, until it decides. */
function rounds(outcomes: Parameters<typeof play>[1]): readonly (readonly AskedRun[])[] {
  const rule = gateRule(CONFIG);
  const asked: (readonly AskedRun[])[] = [];
  let tasks = unmeasured([...outcomes.keys()]);
  for (;;) {
    const step = rule.next(tasks);
    if (step.kind === 'decided') return asked;
    asked.push(step.runs);
    for (const run of step.runs) tasks = withOutcome(tasks, run, outcomeOf(outcomes, run));
  }
}

const keyOf = ({ case: name, arm, repeat }: AskedRun): string => `${name} ${arm} ${String(repeat)}`;
