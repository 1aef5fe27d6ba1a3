import { describe, expect, it } from 'vitest';
import { collect, type Collected } from '../../../src/curriculum/collect.js';
import { setWindowAside } from '../../../src/curriculum/set-aside.js';
import { type GrowState, initialState } from '../../../src/curriculum/state.js';
import { acceptReruns, rejectStep, type Rerun } from '../../../src/curriculum/update-window.js';
import { traceDigest, versionId } from '../../../src/task/ids.js';

const v1 = versionId('v1');
const v2 = versionId('v2');
const trace = (name: string): ReturnType<typeof traceDigest> => traceDigest(name);
const entry = (position: number, attempts: number, name = `t${String(position)}`): GrowState['window'][number] => ({
  position,
  attempts,
  trace: trace(name),
});
const state = (change: Partial<GrowState> = {}): GrowState => ({ ...initialState(v1), ...change });
const record = (change: Partial<GrowState['record']> = {}): GrowState['record'] => ({
  ...initialState(v1).record,
  ...change,
});

describe('collecting', () => {
  it.each<[string, Collected, Partial<GrowState>]>([
    ['solved', { kind: 'solved' }, { cursor: 4, record: record({ solved: [3] }) }],
    ['failed', { kind: 'failed', trace: trace('t3') }, { cursor: 4, window: [entry(1, 2), entry(3, 1)] }],
    ['missing', { kind: 'missing' }, { cursor: 4, record: record({ missing: [3] }) }],
  ])('moves the cursor past a task that was %s', (_, result, change) => {
    const before = state({ cursor: 3, window: [entry(1, 2)] });
    expect(collect(before, result)).toEqual({ ...before, ...change });
  });
});

describe('the window after a step', () => {
  const before = state({
    cursor: 5,
    window: [entry(0, 1), entry(2, 2), entry(4, 1)],
    record: record({ solved: [1, 3] }),
  });

  it.each<[string, readonly Rerun[], number, Pick<GrowState, 'window' | 'record'>]>([
    [
      'solved tasks leave; unsolved ones stay, in order, with a new trace and one more attempt',
      [
        { position: 0, kind: 'failed', trace: trace('n0') },
        { position: 2, kind: 'solved' },
        { position: 4, kind: 'failed', trace: trace('n4') },
      ],
      9,
      { window: [entry(0, 2, 'n0'), entry(4, 2, 'n4')], record: record({ solved: [1, 3, 2] }) },
    ],
    [
      'a missing rerun adds no attempt and keeps the old trace',
      [
        { position: 0, kind: 'missing' },
        { position: 2, kind: 'solved' },
        { position: 4, kind: 'missing' },
      ],
      2,
      { window: [entry(0, 1), entry(4, 1)], record: record({ solved: [1, 3, 2] }) },
    ],
    [
      'a task that has failed the maximum of times retires',
      [
        { position: 0, kind: 'solved' },
        { position: 2, kind: 'failed', trace: trace('n2') },
        { position: 4, kind: 'failed', trace: trace('n4') },
      ],
      3,
      { window: [entry(4, 2, 'n4')], record: record({ solved: [1, 3, 0], retired: [2] }) },
    ],
  ])('accepted: %s', (_, reruns, most, expected) => {
    expect(acceptReruns(before, v2, reruns, most)).toEqual({ version: v2, cursor: 5, ...expected });
  });

  it('dropped or refused: every task keeps its old trace and gains one attempt', () => {
    expect(rejectStep(before, new Set(), 9)).toEqual({ ...before, window: [entry(0, 2), entry(2, 3), entry(4, 2)] });
  });

  it('dropped: a missing rerun adds none, and only tasks at the maximum retire', () => {
    const after = rejectStep(before, new Set([0]), 3);
    expect(after).toEqual({
      ...before,
      window: [entry(0, 1), entry(4, 2)],
      record: record({ solved: [1, 3], retired: [2] }),
    });
  });
});

describe('a window set aside', () => {
  it('goes on with the checkpoint’s harness past every task that the rolled-back sequence reached', () => {
    const checkpoint = state({ cursor: 4, window: [entry(1, 2), entry(3, 1)], record: record({ solved: [0, 2] }) });
    const rolledBack = state({
      version: v2,
      cursor: 7,
      window: [entry(6, 1)],
      record: record({ solved: [0, 2, 1, 3, 4, 5] }),
    });
    expect(setWindowAside(checkpoint, rolledBack)).toEqual({
      version: v1,
      cursor: 7,
      window: [],
      record: record({ solved: [0, 2], setAside: [1, 3, 4, 5, 6] }),
    });
  });
});
