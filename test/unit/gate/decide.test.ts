import { describe, expect, it } from 'vitest';
import { decideGate } from '../../../src/gate/decide.js';
import type { GateTask, Verdict } from '../../../src/task/verdict.js';

type Score = number | null;
const tasks = (candidate: readonly Score[], checkpoint: readonly Score[]): readonly GateTask[] =>
  candidate.map((score, index) => ({
    case: `c${String(index)}`,
    candidate: score,
    checkpoint: checkpoint[index] ?? null,
  }));
const paper = (candidate: readonly Score[]): readonly GateTask[] =>
  tasks(
    candidate,
    candidate.map(() => null),
  );

describe('the paired rule', () => {
  it.each<[string, readonly Score[], readonly Score[], Verdict, number, number]>([
    ['higher', [1, 1, 0], [1, 0, 0], 'accept', 2 / 3, 1 / 3],
    ['equal', [1, 0, 0], [0, 1, 0], 'accept', 1 / 3, 1 / 3],
    ['lower by one task', [1, 0, 0], [1, 1, 0], 'roll-back', 1 / 3, 2 / 3],
    ['equal in thirds, up to rounding', [1 / 3, 1 / 3, 1 / 3], [1, 0, 0], 'accept', 1 / 3, 1 / 3],
    ['both arms missing the same share: left out', [null, 1, 1], [1, 1, null], 'accept', 1, 1],
    ['the candidate missing more: its missing tasks failed', [null, 1, 1], [1, 1, 1], 'roll-back', 2 / 3, 1],
    ['the candidate missing more, where the checkpoint failed too', [null, 1, 1], [0, 1, 1], 'accept', 2 / 3, 2 / 3],
    ['the rates differ the other way', [null, 1, 1, 1], [1, 1, null, null], 'roll-back', 1 / 2, 1],
  ])('%s', (_, candidate, checkpoint, verdict, measured, against) => {
    const decision = decideGate('paired', {
      tasks: tasks(candidate, checkpoint),
      storedCheckpoint: 0.99,
      minCoverage: 0,
    });
    expect(decision.verdict).toBe(verdict);
    expect(decision.candidate).toBeCloseTo(measured, 12);
    expect(decision.checkpoint).toBeCloseTo(against, 12);
  });
});

describe('the literal rule', () => {
  it.each<[readonly Score[], number, Verdict]>([
    [[1, 0], 0.5, 'accept'],
    [[1, 0], 0.500001, 'roll-back'],
    [[1, 0], 0.4, 'accept'],
    [[0.1, 0.2], 0.15000000000000002, 'accept'],
    [[1, null], 0.5, 'accept'],
    [[1, null], 0.6, 'roll-back'],
  ])('measured %j against the stored %d: %s', (candidate, stored, verdict) => {
    expect(decideGate('paper', { tasks: paper(candidate), storedCheckpoint: stored, minCoverage: 0 }).verdict).toBe(
      verdict,
    );
  });
});

describe('coverage', () => {
  const nine = Array.from({ length: 10 }, (_, index): Score => (index === 0 ? null : 1));
  it.each<[string, number, Verdict]>([
    ['at the threshold', 0.9, 'accept'],
    ['below it', 0.91, 'no-verdict'],
  ])('%s', (_, minCoverage, verdict) => {
    const decision = decideGate('paired', { tasks: tasks(nine, nine), storedCheckpoint: 0, minCoverage });
    expect(decision).toMatchObject({ verdict, coverage: 0.9, tasks: 9 });
  });

  it.each(['paper', 'paired'] as const)('no result at all is no verdict, even without a threshold (%s)', (rule) => {
    const none = { tasks: tasks([null, null], [null, null]), storedCheckpoint: 0, minCoverage: 0 };
    expect(decideGate(rule, none).verdict).toBe('no-verdict');
    expect(decideGate(rule, { ...none, tasks: [] }).verdict).toBe('no-verdict');
  });
});
