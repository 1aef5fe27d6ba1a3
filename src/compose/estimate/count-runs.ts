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
 * Counts them. At least: the stream is solved from the first edit set on, with one gate. At most: every step gives an edit set
 * that passes its window, each refused first as often as it may be; every gate rolls back, so that the stream between is run again.
 */
export function countRuns(
  options: GrowOptions,
  split: { readonly train: number; readonly gate: number; readonly test: number; readonly arms: number },
): RunCounts {
  const { window, maxSteps, gateEvery, repairAttempts, recheck } = options;
  // A task that stays unsolved is in the window of `maxAttempts` steps before it retires.
  const streamSteps = Math.ceil((split.train * options.maxAttempts) / window);
  const steps: Range = { low: Math.min(1, maxSteps), high: Math.min(maxSteps, streamSteps) };
  const perGate = options.gate === 'paper' ? 1 : 2;
  const gates: Range = { low: steps.low, high: Math.ceil(steps.high / gateEvery) + 1 };
  const counts = {
    proposals: { low: steps.low, high: steps.high * (1 + repairAttempts) },
    collect: {
      low: maxSteps === 0 ? Math.min(window, split.train) : split.train,
      high: split.train + steps.high * window,
    },
    window: { low: steps.low * Math.min(window, split.train), high: steps.high * (window + recheck) },
    // The seed's own gate comes first.
    gates: { low: split.gate * (1 + gates.low * perGate), high: split.gate * (1 + gates.high * perGate) },
    test: { low: split.test * split.arms, high: split.test * split.arms },
  };
  const all = (end: 'low' | 'high'): number =>
    counts.collect[end] + counts.window[end] + counts.gates[end] + counts.test[end];
  return { ...counts, all: { low: all('low'), high: all('high') } };
}
