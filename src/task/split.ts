import type { Case, Splits } from './case.js';
import { InputError } from './error.js';
import { randomStream } from './random.js';

/** How many cases each split takes. */
export interface SplitSizes {
  readonly train: number;
  readonly gate: number;
  readonly test: number;
}

/**
 * Splits cases by a seeded shuffle. The cases are first sorted by id, so that a split hangs on the set of cases and the
 * seed, never on the order of the file; the order within a split is the shuffled one. Cases left over are in no split.
 * @throws InputError when there are too few cases, an id occurs twice, or a size is not a whole number.
 */
export function splitCases(cases: readonly Case[], sizes: SplitSizes, seed: number | string): Splits {
  for (const name of ['train', 'gate', 'test'] as const) {
    if (!Number.isInteger(sizes[name]) || sizes[name] < 0)
      throw new InputError(`Expected a whole number of ${name} cases, got ${String(sizes[name])}.`);
  }
  const wanted = sizes.train + sizes.gate + sizes.test;
  if (cases.length < wanted)
    throw new InputError(
      `Expected at least ${String(wanted)} cases for a split of ${String(sizes.train)}/${String(sizes.gate)}/${String(sizes.test)} ` +
        `(train/gate/test), got ${String(cases.length)}. Ask for smaller splits or give more cases.`,
    );
  const sorted = [...cases].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const twice = sorted.find((item, at) => sorted[at + 1]?.id === item.id);
  if (twice) throw new InputError(`Expected every case id once, got \`${twice.id}\` twice. Rename one of the two.`);
  const order = randomStream(`split:${String(seed)}`).shuffle(sorted);
  return {
    train: order.slice(0, sizes.train),
    gate: order.slice(sizes.train, sizes.train + sizes.gate),
    test: order.slice(sizes.train + sizes.gate, wanted),
  };
}
