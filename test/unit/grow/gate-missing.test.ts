import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskFamily } from '../../../src/ports/family.js';
import type { GateRecord } from '../../../src/ports/gate-record.js';
import { BackendFault } from '../../../src/task/error.js';
import { type NoisyModel, noisyReplies, noisySplits, startNoisyModel } from '../../fixtures/noisy-toy.js';
import { toyFamily } from '../../fixtures/toy-family.js';
import { openToyBed, type ToyBed, type ToyPlace, wholeRun } from '../../fixtures/toy-run.js';

const LETTERS = ['d'];
const TASKS = 20;

let bed: ToyBed;
let model: NoisyModel;
beforeAll(async () => {
  bed = openToyBed();
  model = await startNoisyModel(LETTERS);
});
afterAll(async () => {
  await model.server.close();
  await bed.close();
});

interface Ran {
  readonly place: ToyPlace;
  readonly records: readonly GateRecord[];
  /** Openings of a broken task's world after the backend broke, by task text. */
  readonly opened: ReadonlyMap<string, number>;
}

/** A run whose backend breaks for the first `broken` gate tasks when the optimizer is first asked: after the seed was measured. */
async function runWith(broken: number): Promise<Ran> {
  const splits = noisySplits(LETTERS, TASKS);
  const down = new Set(splits.gate.slice(0, broken).map((item) => JSON.stringify(item.task)));
  const opened = new Map<string, number>();
  let isDown = false;
  const family = toyFamily();
  const failing: TaskFamily = {
    ...family,
    open: (world) => {
      const text = JSON.stringify(world.task);
      if (!isDown || !down.has(text)) return family.open(world);
      opened.set(text, (opened.get(text) ?? 0) + 1);
      throw new BackendFault('The backend of this task is down.');
    },
  };
  const place = await wholeRun(bed, {
    llm: model.llm,
    family: failing,
    splits,
    replies: noisyReplies(LETTERS),
    options: { window: 1, maxSteps: 1, gateEvery: 1, gateRepeats: 3, seed: 3 },
    onRequest: () => {
      isDown = true;
    },
  });
  const records = [...place.gates.values()].map((text) => JSON.parse(text) as GateRecord); // what phase 5 wrote
  return { place, records, opened };
}

describe('infrastructure failures in a gate', () => {
  it('are retried, then missing in both arms, and leave the verdict to the tasks with a result', async () => {
    const { place, records, opened } = await runWith(1);
    try {
      const [record] = records;
      expect(record).toMatchObject({ verdict: 'accept', acted: 'checkpoint' });
      expect(record?.coverage).toBeGreaterThanOrEqual(0.9);
      expect(record?.coverage).toBeLessThan(1);
      const runs = record?.tasks[0];
      const missing = [...(runs?.candidate.successes ?? []), ...(runs?.checkpoint.successes ?? [])];
      expect(missing.length).toBeGreaterThan(0);
      expect(missing.every((one) => one === null)).toBe(true);
      expect(record?.candidate).toMatchObject({ missing: runs?.candidate.successes.length, n: TASKS - 1 });
      // Each missing run was tried again before it was given up.
      const [tries = 0] = opened.values();
      expect(tries).toBeGreaterThan(missing.length);
      expect(tries % missing.length).toBe(0);
    } finally {
      place.close();
    }
  }, 60_000);

  it('below the coverage give no verdict, and the run says why', async () => {
    const { place, records } = await runWith(5);
    try {
      for (const record of records) {
        expect(record.verdict).toBe('no-verdict');
        expect(record.coverage).toBeLessThan(record.settings.minCoverage);
        expect(record.reason).toMatch(/^only \d+\.\d% of the paired gate runs have a result; at least 90\.0% must/);
        // Nobody is accepted on what was not measured: the checkpoint stays, and the last gate goes back to it.
        expect(record.acted).toBe(record.final ? 'rolled-back' : 'undecided');
      }
      expect(records.length).toBeGreaterThan(0);
      const journal = place.journal();
      expect(journal.filter((entry) => entry.kind === 'checkpoint')).toEqual([]);
      const told = journal.filter((entry) => entry.kind === 'undecided' || entry.kind === 'rolled-back');
      expect(told.map((entry) => (entry.body as unknown as GateRecord).reason)).toEqual(
        records.map((one) => one.reason),
      ); // what phase 5 wrote
    } finally {
      place.close();
    }
  }, 60_000);
});
