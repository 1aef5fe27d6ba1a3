import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GateRecord } from '../../src/ports/gate-record.js';
import type { RunStore } from '../../src/ports/store.js';
import { randomStream } from '../../src/task/random.js';
import { noisyReplies, noisySplits, startNoisyModel, type NoisyModel } from '../fixtures/noisy-toy.js';
import {
  meaning,
  openToyBed,
  openToyPlace,
  sit,
  type ToyBed,
  type ToyPlace,
  type ToySitting,
  wholeRun,
} from '../fixtures/toy-run.js';

/** a: better than the seed. c: much worse. b: as good as a. d: much better. */
const LETTERS = ['a', 'c', 'b', 'd'];

let bed: ToyBed;
let model: NoisyModel;
let place: ToyPlace;
let records: readonly GateRecord[];

const sitting = (concurrency: number, gateTasks = 20): ToySitting => ({
  llm: model.llm,
  concurrency,
  splits: noisySplits(LETTERS, gateTasks),
  replies: noisyReplies(LETTERS),
  // A seed at which all three verdicts occur.
  options: { window: 1, maxSteps: LETTERS.length, gateEvery: 1, gateRepeats: 4, gateLevel: 0.25, seed: 25 },
});

const recordsOf = (of: ToyPlace): readonly GateRecord[] =>
  [...of.gates].sort(([a], [b]) => a - b).map(([, text]) => JSON.parse(text) as GateRecord); // what phase 5 wrote

beforeAll(async () => {
  bed = openToyBed();
  const delays = randomStream('noisy');
  model = await startNoisyModel(LETTERS, () => delays.below(6));
  place = await wholeRun(bed, sitting(1));
  records = recordsOf(place);
}, 90_000);
afterAll(async () => {
  place.close();
  await model.server.close();
  await bed.close();
});

describe('a gate with a noisy model', () => {
  it('accepts what is better, rolls back what is worse, and leaves open what it cannot tell', () => {
    expect(records.map((record) => record.verdict)).toEqual(['accept', 'roll-back', 'undecided', 'accept']);
    expect(records.map((record) => record.acted)).toEqual(['checkpoint', 'rolled-back', 'undecided', 'checkpoint']);
    expect(records[2]?.stateAfter).toBe(records[2]?.stateBefore);
  });

  it('repeats tasks while it is undecided, not all of them as often, and never beyond its repeats', () => {
    const open = records[2];
    const repeats = open?.tasks.map((task) => task.candidate.successes.length) ?? [];
    expect(Math.max(...repeats)).toBeGreaterThan(Math.min(...repeats));
    for (const record of records) {
      for (const arm of ['candidate', 'checkpoint'] as const) {
        expect(record.cost[arm].runs).toBeLessThanOrEqual(4 * 20);
        const told = record.tasks.reduce((sum, task) => sum + task[arm].successes.length, 0);
        expect(told).toBe(record.cost[arm].runs);
      }
    }
  });

  it('ends as soon as the verdict is sealed, says what it saved, and tells bounds instead of a mean over a part', () => {
    const early = records.filter((record) => record.decided.saved > 0);
    expect(early).not.toHaveLength(0);
    for (const { decided, cost } of records) {
      expect(decided.of - decided.saved).toBe(cost.candidate.runs + cost.checkpoint.runs);
    }
    for (const record of records) {
      for (const arm of ['candidate', 'checkpoint'] as const) {
        const whole = record.tasks.every((task) => task[arm].successes.length > 0);
        if (whole) expect(record[arm].success).not.toBeNull();
        else expect(record[arm]).toMatchObject({ success: null, scores: {} });
      }
      if (record.acted === 'checkpoint') expect(record.candidate.success).not.toBeNull();
    }
  });

  it('samples afresh at each gate, and apart in each arm', () => {
    const seeds = place.store
      .measurements(place.run)
      .filter((one) => one.phase === 'gate')
      .map((one) => one.seed);
    expect(new Set(seeds).size).toBe(seeds.length);
  });

  it(
    'comes to the same transitions, states and records with one run at a time and with sixteen',
    { timeout: 60_000 },
    async () => {
      const second = await wholeRun(bed, sitting(16));
      try {
        expect(meaning(second.journal())).toEqual(meaning(place.journal()));
        expect([...second.gates]).toEqual([...place.gates]);
        expect(second.refs()).toBe(place.refs());
      } finally {
        second.close();
      }
    },
  );
});

class Killed extends Error {}

/** Throws once around the keeping of the gate run number `at`, as a process would end there. */
function killing(store: RunStore, when: 'before' | 'after', at: number): RunStore {
  let kept = 0;
  return {
    ...store,
    putMeasurement(run, measurement, trace) {
      const counts = measurement.phase === 'gate';
      if (counts) kept += 1;
      if (counts && when === 'before' && kept === at) throw new Killed();
      store.putMeasurement(run, measurement, trace);
      if (counts && when === 'after' && kept === at) throw new Killed();
    },
  };
}

it(
  'a gate that is killed after each of its runs, and resumed each time, ends as one that was not, and pays nothing twice',
  { timeout: 120_000 },
  async () => {
    const small = sitting(1, 6);
    const options = { ...small.options, gateRepeats: 2, maxSteps: 2 };
    const from = model.server.calls.length;
    const whole = await wholeRun(bed, { ...small, options });
    const requested = model.server.calls.length - from;
    const killed = openToyPlace();
    try {
      let deaths = 0;
      for (;;) {
        const end = await sit(bed, killed, { ...small, options, store: killing(killed.store, 'after', 1) }).catch(
          (error: unknown) => {
            if (error instanceof Killed) return undefined;
            throw error;
          },
        );
        if (end) break;
        deaths += 1;
      }
      // Every run of every gate and of the seed's was a sitting of its own.
      expect(deaths).toBe(killed.store.measurements(killed.run).filter((one) => one.phase === 'gate').length);
      expect(deaths).toBeGreaterThan(20);
      expect(meaning(killed.journal())).toEqual(meaning(whole.journal()));
      expect([...killed.gates]).toEqual([...whole.gates]);
      expect(model.server.calls.length - from).toBe(2 * requested);
      expect(killed.store.spent(killed.run)).toEqual(whole.store.spent(whole.run));
    } finally {
      whole.close();
      killed.close();
    }
  },
);
