import type { Case, Splits } from './case.js';
import { hashOf } from './hash.js';
import type { VersionId } from './ids.js';

/** One reading of the test split, as it is journaled. */
export interface TestOpening {
  /** Hash of the split's cases. */
  readonly split: string;
  /** Equal for the sittings of one evaluation that was stopped and resumed; different evaluations have different ones. */
  readonly evaluation: string;
  /** The run that evaluates, or `null` for a harness that is measured outside of a run. */
  readonly run: string | null;
  /** The harness that is measured; of a run's final evaluation the grown one. */
  readonly version: VersionId;
  readonly reason: string;
}

/** Where openings are journaled; must be durable before it returns. */
export interface TestJournal {
  opened(opening: TestOpening): void;
}

/**
 * The test split under seal. `open` is the only way to its cases, and journals the opening first. Number and hash of the
 * cases are taken as it is sealed, so that a run can be bound to them without reading them.
 */
export class SealedCases {
  readonly size: number;
  readonly hash: string;
  readonly #cases: readonly Case[];

  constructor(cases: readonly Case[]) {
    this.#cases = cases;
    this.size = cases.length;
    this.hash = hashOf(cases);
  }

  /** Journals the opening, then gives the cases. @throws what the journal throws; then nothing is read. */
  open(opening: Omit<TestOpening, 'split'>, journal: TestJournal): readonly Case[] {
    journal.opened({ ...opening, split: this.hash });
    return this.#cases;
  }
}

/** Splits whose test cases nothing can read by accident. */
export interface SealedSplits {
  readonly train: readonly Case[];
  readonly gate: readonly Case[];
  readonly test: SealedCases;
  /** Hash of all cases of all splits, in order: what a run is bound to. */
  readonly hash: string;
}

/** Seals the test split. The open one should not outlive this call. */
export const sealSplits = ({ train, gate, test }: Splits): SealedSplits => ({
  train,
  gate,
  test: new SealedCases(test),
  hash: hashOf([train, gate, test]),
});

/** How often the test split was evaluated, as reports tell it. */
export interface TestEvaluations {
  /** Evaluations for a run, its final one among them, or of the harness in question. */
  readonly own: number;
  /** Evaluations of this split by anything in this workspace's store. */
  readonly all: number;
  /** Readings for `own`; more than evaluations where one was stopped and resumed. */
  readonly openings: number;
}

/**
 * Counts the openings of one split. A run's own are its final evaluation and those of the grown harness outside of any run; without
 * a run (`null`) they are all of the harness `version`. Independent runs that came to one harness count apart.
 */
export function countEvaluations(
  openings: readonly TestOpening[],
  of: { readonly split: string; readonly run: string | null; readonly version: string },
): TestEvaluations {
  const split = openings.filter((one) => one.split === of.split);
  const own = split.filter(
    (one) =>
      (of.run !== null && one.run === of.run) || (one.version === of.version && (of.run === null || one.run === null)),
  );
  const distinct = (some: readonly TestOpening[]): number => new Set(some.map((one) => one.evaluation)).size;
  return { own: distinct(own), all: distinct(split), openings: own.length };
}
