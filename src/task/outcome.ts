/**
 * What the family's evaluator says of one run. Scores lie in [0, 1]. `feedback` is a line for the optimizer;
 * for training cases it may quote `expected`. It never reaches a harness.
 */
export interface Outcome {
  readonly scores: Readonly<Record<string, number>>;
  readonly feedback: string;
}

/** An outcome read with the score that the config names as success (`o_i`): solved when that score is 1. */
export interface Judged extends Outcome {
  readonly success: number;
  readonly solved: boolean;
}
