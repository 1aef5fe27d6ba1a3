import { describe, expect, it } from 'vitest';
import { toySplits } from '../../fixtures/toy-family.js';
import { hashOf } from '../../../src/task/hash.js';
import { versionId } from '../../../src/task/ids.js';
import { countEvaluations, sealSplits, type TestOpening } from '../../../src/task/sealed-cases.js';

const version = versionId('v1');

describe('sealed test cases', () => {
  const splits = toySplits();
  const sealed = sealSplits(splits);

  it('tell their number and hash, and nothing of a case', () => {
    expect(sealed.test.size).toBe(splits.test.length);
    expect(sealed.test.hash).toBe(hashOf(splits.test));
    expect(sealed.hash).toBe(hashOf([splits.train, splits.gate, splits.test]));
    const visible = JSON.stringify([sealed.test, Object.entries(sealed.test), Reflect.ownKeys(sealed.test)]);
    for (const item of splits.test) {
      expect(visible).not.toContain(item.id);
      expect(visible).not.toContain(JSON.stringify(item.expected));
    }
  });

  it('are given after the opening is journaled, never without', () => {
    const journal: TestOpening[] = [];
    const opening = { evaluation: 'e1', run: 'r1', version, reason: 'final evaluation' };
    expect(sealed.test.open(opening, { opened: (one) => journal.push(one) })).toEqual(splits.test);
    expect(journal).toEqual([{ ...opening, split: sealed.test.hash }]);
    const full = (): never => {
      throw new Error('The disk is full.');
    };
    expect(() => sealed.test.open(opening, { opened: full })).toThrow('The disk is full.');
  });
});

describe('countEvaluations', () => {
  const one = (evaluation: string, run: string | null, by: string, split = 's'): TestOpening => ({
    ...{ split, evaluation, run, version: versionId(by), reason: '' },
  });
  const openings = [
    one('final of a', 'a', 'va'),
    one('final of a', 'a', 'va'),
    one('eval 1', null, 'va'),
    one('final of b', 'b', 'vb'),
    one('eval 2', null, 'va', 'another split'),
    one('final of c', 'c', 'va'),
  ];

  it('counts for a harness whatever evaluated it', () => {
    expect(countEvaluations(openings, { split: 's', run: null, version: 'va' })).toEqual({
      own: 3,
      all: 4,
      openings: 4,
    });
  });

  it('counts a resumed evaluation once, and one of the grown harness for its run', () => {
    expect(countEvaluations(openings, { split: 's', run: 'a', version: 'va' })).toEqual({
      own: 2,
      all: 4,
      openings: 3,
    });
    expect(countEvaluations(openings, { split: 's', run: 'b', version: 'vb' })).toEqual({
      own: 1,
      all: 4,
      openings: 1,
    });
    expect(countEvaluations(openings, { split: 's', run: null, version: 'vc' })).toEqual({
      own: 0,
      all: 4,
      openings: 0,
    });
  });
});
