import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/task/case.js';
import { caseId } from '../../../src/task/ids.js';
import { splitCases } from '../../../src/task/split.js';

const cases: readonly Case[] = Array.from({ length: 12 }, (_, at) => ({
  id: caseId(`c${String(at)}`),
  task: at,
  expected: at,
}));

describe('splitCases', () => {
  it('puts each case in one split at most and takes the sizes asked for', () => {
    const { train, gate, test } = splitCases(cases, { train: 5, gate: 2, test: 4 }, 1);
    expect([train.length, gate.length, test.length]).toEqual([5, 2, 4]);
    expect(new Set([...train, ...gate, ...test].map(({ id }) => id)).size).toBe(11);
  });

  it('hangs on the seed, not on the order of the cases', () => {
    const sizes = { train: 5, gate: 2, test: 4 };
    expect(splitCases([...cases].reverse(), sizes, 7)).toEqual(splitCases(cases, sizes, 7));
    expect(splitCases(cases, sizes, 8)).not.toEqual(splitCases(cases, sizes, 7));
  });

  it('refuses too few cases, a repeated id and a broken size', () => {
    expect(() => splitCases(cases, { train: 10, gate: 2, test: 4 }, 1)).toThrow(
      /at least 16 cases .*10\/2\/4.* got 12/,
    );
    expect(() => splitCases([...cases, ...cases], { train: 1, gate: 1, test: 1 }, 1)).toThrow(/`c0` twice/);
    expect(() => splitCases(cases, { train: 1.5, gate: 1, test: 1 }, 1)).toThrow(
      /whole number of train cases, got 1.5/,
    );
  });
});
