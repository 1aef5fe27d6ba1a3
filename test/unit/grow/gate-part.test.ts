import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gatePart, partSize } from '../../../src/grow/gate-part.js';
import type { Case } from '../../../src/task/case.js';
import { InputError } from '../../../src/task/error.js';
import { caseId } from '../../../src/task/ids.js';

const cases = (count: number): readonly Case[] =>
  Array.from({ length: count }, (_, at) => ({ id: caseId(`g${String(at)}`), task: at, expected: at }));

describe('gatePart', () => {
  it('is the whole set without rotation', () => {
    const set = cases(7);
    expect(gatePart(set, 3, { gateRotate: 'off', seed: 1 })).toEqual({ cases: set, part: null });
  });

  it('uses every part of a round before any task again, in the order of the set, by seed and gate alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 2, max: 60 }), fc.nat(), (size, count, seed) => {
        fc.pre(2 * size <= count);
        const set = cases(count);
        const of = Math.floor(count / size);
        for (const round of [0, 1]) {
          const parts = Array.from({ length: of }, (_, at) =>
            gatePart(set, round * of + at + 1, { gateRotate: size, seed }),
          );
          const ids = parts.flatMap((part) => part.cases.map((item) => item.id));
          expect(new Set(ids).size).toBe(of * size);
          for (const [at, part] of parts.entries()) {
            expect(part.part).toEqual({ number: at + 1, of });
            expect(part.cases).toEqual(set.filter((item) => part.cases.includes(item)));
          }
        }
        expect(gatePart(set, 2, { gateRotate: size, seed })).toEqual(gatePart(set, 2, { gateRotate: size, seed }));
      }),
      { seed: 42, numRuns: 60 },
    );
  });

  it('takes 50 tasks, or half of a smaller set, where no number is given', () => {
    expect([partSize(300, 'auto'), partSize(100, 'auto'), partSize(61, 'auto')]).toEqual([50, 50, 30]);
  });

  it('refuses a set that does not hold two parts', () => {
    expect(() => partSize(99, 50)).toThrow(InputError);
    expect(() => partSize(99, 50)).toThrow('a gate set of at least 100 tasks for --gate-rotate 50, got 99');
    expect(() => partSize(1, 'auto')).toThrow(InputError);
  });
});
