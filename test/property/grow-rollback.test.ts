import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordingOf } from '../../src/compose/finish-grow.js';
import { growHash, type LoopState } from '../../src/grow/loop-state.js';
import type { GateRecord } from '../../src/ports/gate-record.js';
import type { ProposalRequest } from '../../src/ports/proposer.js';
import type { JournalEntry } from '../../src/ports/store.js';
import { gitVersions } from '../../src/versions/git-versions.js';
import { HARMFUL_MARK, moreDoubles, toyReplies, toySplits } from '../fixtures/toy-family.js';
import {
  meaning,
  scripted,
  openToyBed,
  openToyPlace,
  sit,
  type ToyBed,
  type ToyPlace,
  wholeRun,
} from '../fixtures/toy-run.js';

let bed: ToyBed;
let place: ToyPlace;
let journal: readonly JournalEntry[];
const requests: ProposalRequest[] = [];

beforeAll(async () => {
  bed = openToyBed();
  place = await wholeRun(bed, { onRequest: (request) => requests.push(request) });
  journal = place.journal();
}, 60_000);
afterAll(async () => {
  place.close();
  await bed.close();
});

const loopOf = (entry: JournalEntry | undefined): LoopState => entry?.state as unknown as LoopState; // what the loop journaled
const gateOf = (entry: JournalEntry | undefined): GateRecord => entry?.body as unknown as GateRecord; // likewise
const indexOf = (kind: string): number => journal.findIndex((entry) => entry.kind === kind);

describe('a scripted growth', () => {
  it('accepts, refuses and repairs, drops, rolls back, and goes on from the checkpoint', () => {
    expect(journal.map((entry) => entry.kind).join(' ')).toBe(
      [
        'seed-measured collected collected proposed checked accepted checkpoint',
        'collected collected proposed refused proposed checked accepted checkpoint',
        'collected collected proposed checked dropped',
        'proposed checked accepted rolled-back',
        'collected collected proposed checked accepted checkpoint',
        'collected collected no-proposal tested',
      ].join(' '),
    );
  });

  it('journals at every transition the hash of the growing state that the transition holds', () => {
    for (const entry of journal) expect(entry.stateHash).toBe(growHash(loopOf(entry).grow));
  });
});

describe('a rollback', () => {
  it('restores code, cursor, window, counters and record to what they were at the checkpoint, hash for hash', () => {
    const at = indexOf('rolled-back');
    const checkpoint = journal.slice(0, at).findLast((entry) => entry.kind === 'checkpoint');
    const before = journal[at - 1];
    expect(journal[at]?.stateHash).toBe(checkpoint?.stateHash);
    expect(loopOf(journal[at]).grow).toEqual(loopOf(checkpoint).grow);
    expect(before?.stateHash).not.toBe(checkpoint?.stateHash);
    expect(loopOf(before).grow.cursor).toBeGreaterThan(loopOf(journal[at]).grow.cursor);
    expect(gateOf(journal[at])).toMatchObject({
      verdict: 'roll-back',
      acted: 'rolled-back',
      stateBefore: before?.stateHash,
      stateAfter: checkpoint?.stateHash,
      checkpointState: checkpoint?.stateHash,
      rejectedTag: 'rejected/1',
    });
  });

  it('leaves outside of the restored state only what is to stand there', () => {
    const at = indexOf('rolled-back');
    const checkpoint = loopOf(journal.slice(0, at).findLast((entry) => entry.kind === 'checkpoint'));
    const after = loopOf(journal[at]);
    expect(after.head).toBe(checkpoint.head);
    expect(after.checkpoint).toEqual(checkpoint.checkpoint);
    expect({ changed: after.changed, sinceGate: after.sinceGate, sequence: after.sequence }).toEqual({
      changed: [],
      sinceGate: 0,
      sequence: [],
    });
    expect(after.step).toBe(loopOf(journal[at - 1]).step);
    expect(after).toMatchObject({ gates: checkpoint.gates + 1, rollbacks: 1, rollbacksInARow: 1 });
    expect(loopOf(journal.find((entry, index) => index > at && entry.kind === 'checkpoint')).rollbacksInARow).toBe(0);
  });

  it('keeps what was rolled back under a tag, whose diff shows it, and moves the branch back', async () => {
    const at = indexOf('rolled-back');
    const { tags, head } = loopOf(journal[at]);
    const versions = gitVersions({ directory: place.repository.path });
    const rejected = tags['rejected/1'] ?? '';
    expect(await versions.diff(head, rejected)).toContain(`+  const ${HARMFUL_MARK}`);
    expect(place.repository.git('show', 'refs/tags/espalier/toy/rejected/1')).toContain(HARMFUL_MARK);
    const final = place.repository.git('show', 'refs/heads/espalier/toy:main.ts');
    expect(final).not.toContain(HARMFUL_MARK);
    expect(place.repository.git('log', '--format=%s', 'refs/heads/espalier/toy').split('\n')).toEqual([
      'Double the number under the key',
      'Add the two numbers of a sum',
      'Look words up in the table',
      'Seed harness of family toy',
    ]);
  });

  it('shows the optimizer traces whose functions exist, and which edit set was rolled back, without a score', () => {
    const after = requests.find((request) => request.ordinal === 6);
    const known = [...(after?.view.editable ?? []), ...(after?.view.others ?? [])].map(({ id }) => id);
    const touched = (after?.view.failures ?? []).flatMap((failure) =>
      (failure.dag?.nodes ?? []).map((node) => node.functionId),
    );
    const named = touched.filter((id) => id !== undefined);
    expect(named).not.toHaveLength(0);
    expect(known).toEqual(expect.arrayContaining(named));
    expect(known).not.toContain('main.ts#doubleUp');
    const memory = after?.view.rejections.filter((one) => one.verdict === 'rolled back');
    expect(memory).toMatchObject([
      { rationale: 'Double numbers, and stop looking words up', functions: ['main.ts#doubleUp', 'main.ts#main'] },
    ]);
    expect(JSON.stringify(after?.view.rejections)).not.toMatch(/\d\.\d|%/);
  });

  it('says nothing of rejections with the memory off', async () => {
    const seen: ProposalRequest[] = [];
    const other = openToyPlace();
    try {
      await sit(bed, other, { options: { rejectionMemory: 'off' }, onRequest: (request) => seen.push(request) });
      expect(seen.map((request) => request.view.rejections)).toEqual(seen.map(() => []));
      expect(other.journal().map((entry) => entry.stateHash)).toEqual(journal.map((entry) => entry.stateHash));
    } finally {
      other.close();
    }
  });
});

describe('rollbacks in a row', () => {
  it('set the window aside at the maximum, and end the run at twice that without a new checkpoint', async () => {
    const other = openToyPlace();
    const [word = '', , sum = '', , harmful = ''] = toyReplies();
    const splits = toySplits();
    try {
      const end = await sit(bed, other, {
        options: { maxRollbacks: 1 },
        splits: { ...splits, train: [...splits.train.filter((item) => !item.id.includes('riddle')), ...moreDoubles()] },
        replies: [word, sum, harmful, harmful],
      });
      const entries = other.journal();
      const aside = entries.find((entry) => entry.kind === 'set-aside');
      const before = loopOf(entries[(aside?.ordinal ?? 0) - 2]);
      const state = loopOf(aside).grow;
      expect(end.kind).toBe('done');
      expect(before.grow).toEqual(before.checkpoint.state);
      expect(state).toMatchObject({ version: before.checkpoint.state.version, window: [], cursor: 6 });
      expect([...state.record.setAside].sort()).toEqual([3, 4, 5]);
      expect(loopOf(aside).checkpoint.state).toEqual(state);
      expect(entries.slice(aside?.ordinal).map((entry) => entry.kind)).toEqual(
        'collected collected collected proposed checked accepted rolled-back tested'.split(' '),
      );
      expect(loopOf(entries.at(-2)).grow).toEqual(state);
      expect(other.repository.git('tag')).toContain('espalier/toy/rejected/2');
    } finally {
      other.close();
    }
  });
});

describe('a run from the recording of another one', () => {
  it('is the same run, commits and gate records included', async () => {
    const { replies } = recordingOf(journal, 'scripted');
    expect(replies).toHaveLength(6);
    const second = await wholeRun(bed, { proposer: scripted(replies.map((reply) => reply.text)) });
    try {
      expect(meaning(second.journal())).toEqual(meaning(journal));
      expect(second.refs()).toBe(place.refs());
      expect([...second.gates]).toEqual([...place.gates]);
    } finally {
      second.close();
    }
  });
});
