import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timSort } from '../../../src/runtime/tim-sort.js';

const SEED = { seed: 20_261_201, numRuns: 300 };
interface Item {
  readonly key: number;
  readonly at: number;
}

/** Lists of all kinds: random, with many equals, and made of rising and falling stretches, as galloping needs them. */
const keys = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 400 }),
  fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 400 }),
  fc
    .array(
      fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 90 }), fc.integer({ min: -2, max: 3 })),
      { maxLength: 8 },
    )
    .map((runs) => runs.flatMap(([from, length, step]) => Array.from({ length }, (_, at) => from + at * step))),
);
/** Comparators, of which the last contradicts itself. */
const ORDERS: readonly ((one: Item, other: Item) => number)[] = [
  (one, other) => one.key - other.key,
  (one, other) => other.key - one.key,
  (one, other) => (one.key > other.key ? 1 : -1),
  (one, other) => ((one.key * 31 + other.key * 17) % 3) - 1,
];

it('asks the same questions in the same order as the sort of this engine, and gives the same list', () => {
  fc.assert(
    fc.property(keys, fc.constantFrom(...ORDERS), (values, order) => {
      const items: readonly Item[] = values.map((key, at) => ({ key, at }));
      const asked = (sort: (list: Item[], compare: (one: Item, other: Item) => number) => void): unknown => {
        const questions: string[] = [];
        const list = [...items];
        sort(list, (one, other) => {
          questions.push(`${String(one.at)} ${String(other.at)}`);
          return order(one, other);
        });
        return { questions, list: list.map(({ at }) => at) };
      };
      const ours = asked((list, compare) => {
        timSort(list, compare as (one: unknown, other: unknown) => number); // items go in, items come out
      });
      expect(ours).toEqual(asked((list, compare) => list.sort(compare)));
    }),
    SEED,
  );
});
