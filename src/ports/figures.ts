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
  /** Runs in which the model refused a call that it cannot serve at all, and the first refusal. Missing where there is none. */
  readonly modelRefused?: { readonly runs: number; readonly message: string };
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
