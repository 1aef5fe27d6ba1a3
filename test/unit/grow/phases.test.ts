import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taskRunsOf } from '../../../src/report/task-runs.js';
import { gateRecordOf } from '../../../src/grow/grow.js';
import type { LoopState } from '../../../src/grow/loop-state.js';
import type { TaskFamily } from '../../../src/ports/family.js';
import { recordedProposer } from '../../../src/optimizer/recorded-proposer.js';
import type { ProposalRequest, Proposer } from '../../../src/ports/proposer.js';
import type { JournalEntry } from '../../../src/ports/store.js';
import { openTestSandbox } from '../../fixtures/sandbox.js';
import { BackendFault, InputError } from '../../../src/task/error.js';
import { toyFamily, toyReplies } from '../../fixtures/toy-family.js';
import {
  openToyBed,
  openToyPlace,
  scripted,
  sit,
  type ToyBed,
  type ToyPlace,
  type ToySitting,
} from '../../fixtures/toy-run.js';

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
  it('stops at the third task in a row without a result, and uses up no task while the backend stays down', async () => {
    const one = openToyPlace();
    let down = true;
    const trained = ['51273 10240733', 'birch', 'one', '64019 20480733', 'two', 'what walks on four legs', 'cedar'];
    const sitting: ToySitting = {
      replies: [],
      options: { window: 9, maxSteps: 1 },
      family: broken((text) => down && trained.includes(text)),
    };
    const kinds = () => one.journal().map((entry) => (entry.body as { result?: string }).result ?? entry.kind);
    try {
      for (const _ of ['first', 'resumed too early']) {
        const outage = sit(bed, one, sitting);
        await expect(outage).rejects.toThrow(BackendFault);
        await expect(outage).rejects.toThrow(
          '3 training tasks in a row have no result, because the backend broke: the last is "train~double~one". The last: The backend is down. It stays the next task. Repair the backend, then go on with --resume.',
        );
        expect(kinds()).toEqual(['seed-measured', 'failed', 'missing', 'missing']);
        expect(loopOf(one.journal().at(-1)).grow).toMatchObject({ cursor: 3, record: { missing: [1, 2] } });
      }
      down = false;
      expect((await sit(bed, one, sitting)).kind).toBe('done');
      expect(loopOf(one.journal().at(-1)).grow).toMatchObject({ cursor: 8, record: { missing: [1, 2] } });
    } finally {
      one.close();
    }
  });

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

  it('waits for the backend when too many window tasks have no result: the paid proposal stays the candidate', async () => {
    const one = openToyPlace();
    let down = false;
    const sitting: ToySitting = {
      replies: [WORDS],
      options: { maxSteps: 1 },
      family: broken((text) => down && text === 'amber'),
      onRequest: () => {
        down = true;
      },
    };
    try {
      const outage = sit(bed, one, sitting);
      await expect(outage).rejects.toThrow(BackendFault);
      await expect(outage).rejects.toThrow(
        'The candidate of step 1 cannot be measured: 1 of 2 window tasks have no result, because the backend broke. The first: The backend is down. Repair it, then go on with --resume.',
      );
      expect(loopOf(one.journal().at(-1)).next.at).toBe('verify');
      down = false;
      expect((await sit(bed, one, { ...sitting, onRequest: () => undefined })).kind).toBe('done');
      const journal = one.journal();
      expect(ofKind(journal, 'proposed')).toHaveLength(1);
      expect(ofKind(journal, 'accepted')[0]?.body).toMatchObject({ solved: 1, of: 2 });
    } finally {
      one.close();
    }
  });

  it('a missing task of the window is no fault of the candidate, unless all of them are to be solved', async () => {
    for (const [accept, kind] of [
      ['any', 'accepted'],
      ['all', 'dropped'],
    ] as const) {
      let down = false;
      const seen: ProposalRequest[] = [];
      const journal = await journalOf({
        replies: [WORDS, SUMS],
        options: { accept, maxSteps: 2, gateCoverage: 0.5 },
        family: broken((text) => down && text === '51273 10240733'),
        onRequest: (request) => {
          down = true;
          seen.push(request);
        },
      });
      const first = journal.find((entry) => ['accepted', 'dropped'].includes(entry.kind));
      expect([first?.kind, first?.body]).toMatchObject([kind, { solved: 1, of: 1 }]);
      // The missing one gains no attempt.
      expect(loopOf(first).grow.window.find((one) => one.position === 1)?.attempts).toBe(1);
      if (accept === 'all')
        expect(seen[1]?.view.rejections[0]?.reasons).toEqual([
          'It solved too few of the window’s tasks: 1 of 2. 1 of them had no result, which is not the edit set’s fault.',
        ]);
    }
  });

  it('a recheck of what was solved before finds what an edit set breaks', async () => {
    const replies = [WORDS, SUMS, HARM];
    const without = await journalOf({ replies, options: { maxSteps: 3, gateEvery: 9 } });
    const seen: ProposalRequest[] = [];
    const withIt = await journalOf({
      replies: [...replies, NOTE],
      options: { maxSteps: 4, gateEvery: 9, recheck: 9, accept: 'any' },
      onRequest: (request) => seen.push(request),
    });
    expect(ofKind(without, 'accepted')).toHaveLength(3);
    expect(ofKind(withIt, 'accepted')).toHaveLength(2);
    expect(ofKind(withIt, 'dropped')[0]?.body).toMatchObject({ solved: 2, of: 2, rechecked: 4, lost: 2 });
    expect(seen[3]?.view.rejections.at(-1)?.reasons).toEqual([
      'Of 4 tasks that were solved before it lost 2, and it solved 2 of the window’s 2; it must solve more than it loses.',
    ]);
  });

  it('a candidate whose script does not load is dropped, with what it said', async () => {
    const real = openTestSandbox();
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
    expect(records.map((record) => [record.verdict, record.checkpoint.success])).toEqual([
      ['accept', 0],
      ['accept', 0.5],
      ['roll-back', expect.closeTo(5 / 6, 12)],
    ]);
    // An accepted candidate has a score over all tasks; of one that is rolled back it is enough to know that it is lower.
    expect(records.map((record) => record.candidate.success).slice(0, 2)).toEqual([0.5, expect.closeTo(5 / 6, 12)]);
    expect(records[2]?.candidate.low).toBeLessThan(5 / 6);
    for (const record of records) {
      expect(record).toMatchObject({ format: 2, cost: { checkpoint: { runs: 0 } } });
      for (const task of record.tasks) expect(task.checkpoint).toEqual({ successes: [], traces: [] });
    }
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
    const reason =
      'Together with 1 other accepted edit set it was never confirmed: at the last gate too few held-out tasks had a result.';
    expect(loopOf(journal.at(-1)).rejections).toMatchObject([
      { verdict: 'rolled back', reasons: [reason] },
      { verdict: 'rolled back', reasons: [reason] },
    ]);
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

describe('the test set', () => {
  it('is not told without enough results; the same run goes on when the backend is back', async () => {
    const one = openToyPlace();
    let down = true;
    const tested = ['grove', 'heath', '80811 70070733', '90912 80080733', 'four', 'what has keys but no locks'];
    const sitting = {
      replies: [],
      options: { maxSteps: 0 },
      family: broken((text) => down && tested.includes(text)),
    };
    try {
      const outage = sit(bed, one, sitting);
      await expect(outage).rejects.toThrow(BackendFault);
      await expect(outage).rejects.toThrow(
        'The seed cannot be measured: 6 of 6 test tasks have no result, because the backend broke. The first: The backend is down. Repair it, then go on with --resume.',
      );
      expect(one.journal().map((entry) => entry.kind)).toEqual(['seed-measured']);
      down = false;
      expect((await sit(bed, one, sitting)).kind).toBe('done');
      expect(one.journal().at(-1)).toMatchObject({ kind: 'tested', body: { grown: { n: 6, missing: 0 } } });
    } finally {
      one.close();
    }
  });
});

describe('an optimizer that gives no reply', () => {
  it('costs its step and no attempt; three times in a row it is broken, and the run goes on once it is mended', async () => {
    const one = openToyPlace();
    let asked = 0;
    const silent = scripted([]);
    const proposer: Proposer = {
      ...silent,
      name: 'mute',
      propose: () => {
        asked += 1;
        return Promise.resolve({ kind: 'none', message: 'It wrote nothing.', costUsd: 0 });
      },
    };
    try {
      const broken = sit(bed, one, { proposer });
      await expect(broken).rejects.toThrow(InputError);
      await expect(broken).rejects.toThrow(
        'The optimizer mute gave no reply 3 times in a row; the last time: It wrote nothing. Nothing is lost: mend it, then go on with --resume.',
      );
      expect(asked).toBe(3);
      const last = one.journal().at(-1);
      expect(last).toMatchObject({ kind: 'no-proposal', body: { step: 3, proposal: 3 } });
      expect(loopOf(last).grow.window.map((entry) => entry.attempts)).toEqual([1, 1]);
      // A recording that begins where the silence ended.
      const mended = recordedProposer({ replies: [{ ordinal: 4, text: WORDS, promptHash: '0'.repeat(64) }] });
      expect((await sit(bed, one, { proposer: mended })).kind).toBe('done');
      expect(ofKind(one.journal(), 'accepted')).toMatchObject([{ body: { step: 4, solved: 1, of: 2 } }]);
    } finally {
      one.close();
    }
  });

  it('that answers in between is not broken', async () => {
    let asked = 0;
    const replies = scripted([WORDS]);
    const proposer: Proposer = {
      ...replies,
      propose: (request, signal) => {
        asked += 1;
        return asked === 3
          ? replies.propose({ ...request, ordinal: 1 }, signal)
          : Promise.resolve({ kind: 'none', message: 'It wrote nothing.', costUsd: 0 });
      },
    };
    const journal = await journalOf({ proposer, options: { maxSteps: 5 } });
    expect(ofKind(journal, 'no-proposal')).toHaveLength(4);
    expect(journal.at(-1)?.kind).toBe('tested');
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

describe('the bound on task runs', () => {
  it('ends the steps with a last gate and the test, and counts every run but those of the test set', async () => {
    const whole = await journalOf({ replies: [WORDS, SUMS], options: { gateEvery: 2 } });
    const all = taskRunsOf(whole);
    expect(whole.some((entry) => loopOf(entry).runs !== undefined)).toBe(false);
    const second = ofKind(whole, 'accepted')[1];
    const until = taskRunsOf(whole.slice(0, whole.findIndex((entry) => entry === second) + 1));
    expect(until).toBeLessThan(all);

    const bounded = await journalOf({ replies: [WORDS, SUMS], options: { gateEvery: 5, maxRuns: until } });
    expect(ofKind(bounded, 'accepted')).toHaveLength(2);
    expect(loopOf(ofKind(bounded, 'accepted')[1]).runs).toBe(until);
    expect(bounded.slice(-2).map((entry) => entry.kind)).toEqual(['checkpoint', 'tested']);
    expect(loopOf(bounded.at(-1)).runs).toBe(taskRunsOf(bounded));

    const short = await journalOf({ replies: [WORDS, SUMS], options: { maxRuns: 7 } });
    expect(short.map((entry) => entry.kind)).toEqual(['seed-measured', 'collected', 'tested']);
  });
});
