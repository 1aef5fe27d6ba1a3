import type { Reason } from './editor.js';

/** Figures of one arm: success and its 95% interval over the cases that have a result, and what its runs cost. */
export interface ArmFigures {
  readonly success: number;
  readonly low: number;
  readonly high: number;
  /** Cases with a result. */
  readonly n: number;
  readonly missing: number;
  readonly modelCallsPerTask: number;
  readonly tokensPerTask: number;
  readonly costUsdPerTask: number;
  /** Means of all scores of the family, success among them. */
  readonly scores: Readonly<Record<string, number>>;
}

/** The test set's figures, each arm measured once, on the same cases. */
export interface TestFigures {
  readonly seed: ArmFigures;
  /** The first of `baselines`. */
  readonly baseline: ArmFigures | null;
  /** Every fixed harness that was measured, with its name. Missing in journals of older versions. */
  readonly baselines?: readonly (ArmFigures & { readonly name: string })[];
  readonly grown: ArmFigures;
  /** Ids, expected answers and gold titles of test cases that stand in the grown code. */
  readonly leaks: readonly Reason[];
}
