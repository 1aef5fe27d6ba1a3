import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gateRecordOf } from '../../../src/grow/grow.js';
import type { LoopState } from '../../../src/grow/loop-state.js';
import type { TaskFamily } from '../../../src/ports/family.js';
import type { ProposalRequest } from '../../../src/ports/proposer.js';
import type { JournalEntry } from '../../../src/ports/store.js';
import { createProcessSandbox } from '../../../src/sandbox/process-sandbox.js';
import { BackendFault, InputError } from '../../../src/task/error.js';
import { toyFamily, toyReplies } from '../../fixtures/toy-family.js';
import { openToyBed, openToyPlace, sit, type ToyBed, type ToyPlace, type ToySitting } from '../../fixtures/toy-run.js';

let bed: ToyBed;
let place: ToyPlace;
beforeAll(() => {
  bed = openToyBed();
});
afterAll(() => bed.close());

const [WORDS = '', , SUMS = '', NOTE = '', HARM = '', DOUBLES = ''] = toyReplies();
const loopOf = (entry: JournalEntry | undefined): LoopState => entry?.state as unknown as LoopState; // what the loop journaled
const ofKind = (journal: readonly JournalEntry[], kind: string): readonly JournalEntry[] =>
  journal.filter((entry) => entry.kind === kind);

async function journalOf(sitting: ToySitting): Promise<readonly JournalEntry[]> {
  place = openToyPlace();
  try {
    await sit(bed, place, sitting);
    return place.journal();
  } finally {
    place.close();
  }
}

/** The toy family, whose backend is down for these tasks. */
function broken(isDown: (text: string) => boolean): TaskFamily {
  const toy = toyFamily();
  return {
    ...toy,
    open: (input) =>
      isDown((input.task as { text: string }).text)
        ? Promise.reject(new BackendFault('The backend is down.'))
        : toy.open(input),
  };
}

describe('the seed', () => {
  it('is no checkpoint without a trustworthy score; the same run goes on when the backend is back', async () => {
    const one = openToyPlace();
    try {
      const sitting = { replies: [], options: { maxSteps: 0 } };
      await expect(sit(bed, one, { ...sitting, family: broken((text) => text === 'delta') })).rejects.toThrow(
        'The seed cannot be measured: 1 of 6 gate tasks have no result, because the backend broke. The first: The backend is down.',
      );
      expect(one.journal()).toEqual([]);
      expect((await sit(bed, one, sitting)).kind).toBe('done');
      expect(one.journal().map((entry) => entry.kind)).toEqual(['seed-measured', 'tested']);
    } finally {
      one.close();
    }
  });
});

describe('collecting', () => {
  it('leaves a task out whose backend stays broken, and goes on', async () => {
    const journal = await journalOf({
      replies: [],
      options: { maxSteps: 1 },
      family: broken((text) => text === 'amber'),
    });
    expect(ofKind(journal, 'collected')[0]?.body).toMatchObject({ position: 0, result: 'missing' });
    expect(loopOf(journal.at(-1)).grow.record.missing).toEqual([0]);
    expect(
      loopOf(journal.find((entry) => entry.kind === 'no-proposal')).grow.window.map((one) => one.position),
    ).toEqual([1, 2]);
  });
});

describe('verifying', () => {
  it.each<[ToySitting['options'], string]>([
    [{ accept: 'any' }, 'accepted'],
    [{ accept: 'all' }, 'dropped'],
    [{ accept: 0.5 }, 'accepted'],
    [{ accept: 0.51 }, 'dropped'],
  ])('one of two solved under %j is %s', async (options, kind) => {
    const journal = await journalOf({ replies: [WORDS], options: { ...options, maxSteps: 1 } });
    expect(journal.find((entry) => ['accepted', 'dropped'].includes(entry.kind))?.kind).toBe(kind);
  });

  it('a recheck of what was solved before finds what an edit set breaks', async () => {
    const replies = [WORDS, SUMS, HARM];
    const without = await journalOf({ replies, options: { maxSteps: 3, gateEvery: 9 } });
    const withIt = await journalOf({ replies, options: { maxSteps: 3, gateEvery: 9, recheck: 9, accept: 'any' } });
    expect(ofKind(without, 'accepted')).toHaveLength(3);
    expect(ofKind(withIt, 'accepted')).toHaveLength(2);
    expect(ofKind(withIt, 'dropped')[0]?.body).toMatchObject({ solved: 2, of: 2, rechecked: 4, lost: 2 });
  });

  it('a candidate whose script does not load is dropped, with what it said', async () => {
    const real = createProcessSandbox();
    let versions = 0;
    const seen: ProposalRequest[] = [];
    // The second version that is prepared is the first candidate.
    const sandbox: typeof real = {
      ...real,
      prepare: (bundle) =>
        (versions += 1) === 2 ? Promise.reject(new InputError('It throws as it loads.')) : real.prepare(bundle),
    };
    try {
      const journal = await journalOf({
        sandbox,
        replies: [WORDS, WORDS],
        options: { maxSteps: 2 },
        onRequest: (request) => seen.push(request),
      });
      expect(ofKind(journal, 'dropped')[0]?.body).toMatchObject({ solved: 0, message: 'It throws as it loads.' });
      expect(loopOf(ofKind(journal, 'dropped')[0]).grow.window.map((one) => one.attempts)).toEqual([2, 2]);
      expect(seen[1]?.view.rejections).toMatchObject([{ verdict: 'dropped', reasons: ['It throws as it loads.'] }]);
      expect(ofKind(journal, 'accepted')).toHaveLength(1);
    } finally {
      await real.close();
    }
  });
});

describe('the gate', () => {
  const replies = [WORDS, SUMS, NOTE, HARM, DOUBLES];

  it('off: measures and records, and never acts', async () => {
    const journal = await journalOf({ replies, options: { gate: 'off', maxSteps: 4 } });
    const records = ofKind(journal, 'checkpoint').map(gateRecordOf);
    expect(records.map((record) => [record.rule, record.verdict, record.acted])).toEqual([
      ['off', 'accept', 'checkpoint'],
      ['off', 'accept', 'checkpoint'],
      ['off', 'roll-back', 'checkpoint'],
    ]);
    expect(ofKind(journal, 'rolled-back')).toEqual([]);
  });

  it('paper: compares with the stored score, and measures the candidate alone', async () => {
    const journal = await journalOf({ replies, options: { gate: 'paper', maxSteps: 4 } });
    const records = journal.filter((entry) => ['checkpoint', 'rolled-back'].includes(entry.kind)).map(gateRecordOf);
    expect(records.map((record) => [record.verdict, record.storedCheckpoint, record.candidate.success])).toEqual([
      ['accept', 0, 0.5],
      ['accept', 0.5, expect.closeTo(5 / 6, 12)],
      ['roll-back', expect.closeTo(5 / 6, 12), 0.5],
    ]);
    expect(
      records.every((record) =>
        record.tasks.every((task) => task.checkpoint === null && task.traces.checkpoint === ''),
      ),
    ).toBe(true);
  });

  it('without enough results moves nothing, and at the end restores the checkpoint', async () => {
    let gates = 0;
    const family = broken((text) => gates > 0 && ['ember', 'fjord'].includes(text));
    const seen = {
      onRequest: () => {
        gates += 1;
      },
    };
    const journal = await journalOf({ replies: [WORDS, SUMS], family, ...seen, options: { maxSteps: 2 } });
    const records = journal.filter((entry) => ['undecided', 'rolled-back'].includes(entry.kind)).map(gateRecordOf);
    expect(records.map((record) => [record.verdict, record.acted, record.final])).toEqual([
      ['no-verdict', 'undecided', false],
      ['no-verdict', 'undecided', false],
      ['no-verdict', 'rolled-back', true],
    ]);
    expect(loopOf(journal.at(-1)).checkpoint.gate).toBe(0);
  });

  it('is passed once more at the end for what changed since the last one', async () => {
    const journal = await journalOf({ replies: [WORDS], options: { gateEvery: 5, maxSteps: 1 } });
    expect(journal.slice(-2).map((entry) => entry.kind)).toEqual(['checkpoint', 'tested']);
    expect(gateRecordOf(ofKind(journal, 'checkpoint')[0] as JournalEntry)).toMatchObject({
      final: true,
      verdict: 'accept',
    });
  });
});

describe('guidance off', () => {
  it('shows no execution graph and lets every function be edited', async () => {
    const seen: ProposalRequest[] = [];
    await journalOf({
      replies: [WORDS],
      options: { guidance: 'off', maxSteps: 2 },
      onRequest: (request) => seen.push(request),
    });
    expect(seen[0]?.view.failures.every((failure) => failure.dag === undefined)).toBe(true);
    expect(seen[1]?.view.others).toEqual([]);
  });
});
