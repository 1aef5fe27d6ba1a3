/**
 * What the selector's answers hang on, set on the first 110 questions of a HotpotQA sample; `bench/embedded.mjs`
 * measures them on others.
 */
export const THRESHOLDS: {
  /** Weight of an option's similarity to the instruction, beside its similarity to the input (weight 1). */
  readonly hint: number;
  /** An option is selected when its score is at most this much below the best one's. */
  readonly selectMargin: number;
  /** A passage answers a question when one of its sentences is at least this similar to it. */
  readonly answerable: number;
} = Object.freeze({ hint: 0.5, selectMargin: 0.1, answerable: 0.4 });
