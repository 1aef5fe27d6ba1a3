import type { GrowOptions } from '../../grow/options.js';

/** Runs of the harness and calls of the optimizer that a run of `grow` makes: from at least `low` to at most `high`. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

export interface RunCounts {
  /** Proposals, repairs included. */
  readonly proposals: Range;
  readonly collect: Range;
  readonly window: Range;
  readonly gates: Range;
  readonly test: Range;
  readonly all: Range;
}

/**
 * Counts them. At least: the stream ends with the first window, and its step brings nothing. At most: every step gives an
 * edit set that passes its window, refused first as often as it may be, and every gate rolls back, so that the stream is
 * run again. Runs that are tried again because a backend broke are not counted.
 */
export function countRuns(
  options: GrowOptions,
  split: { readonly train: number; readonly gate: number; readonly test: number; readonly arms: number },
): RunCounts {
  const { maxSteps, gateEvery, repairAttempts, recheck } = options;
  const window = Math.min(options.window, split.train);
  const steps: Range = { low: Math.min(1, maxSteps), high: maxSteps };
  // `paired` measures the checkpoint again beside the candidate.
  const perGate = options.gate === 'paper' ? 1 : 2;
  const gates = Math.ceil(maxSteps / gateEvery);
  const counts = {
    proposals: { low: steps.low, high: steps.high * (1 + repairAttempts) },
    collect: { low: window, high: split.train * (1 + gates) },
    window: { low: 0, high: steps.high * (window + recheck) },
    // The seed's own gate comes first.
    gates: { low: split.gate, high: split.gate * (1 + gates * perGate) },
    test: { low: split.test * split.arms, high: split.test * split.arms },
  };
  const all = (end: 'low' | 'high'): number =>
    counts.collect[end] + counts.window[end] + counts.gates[end] + counts.test[end];
  return { ...counts, all: { low: all('low'), high: all('high') } };
}
