import type { GrowOptions } from '../../grow/options.js';
import { partSize } from '../../grow/gate-part.js';

/** From `low` to `high`: a range to plan with, not a bound. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Runs of the harness and calls of the optimizer that a run of `grow` makes. */
export interface RunCounts {
  /** Proposals, repairs included. */
  readonly proposals: Range;
  readonly collect: Range;
  readonly window: Range;
  /** The seed's measurement on the gate set among them. */
  readonly gates: Range;
  readonly test: Range;
  readonly all: Range;
}

/** What the counts hang on besides the options. */
export interface CountedRun {
  /** Tasks of each split. */
  readonly train: number;
  readonly gate: number;
  readonly test: number;
  /** Harnesses that run the test set. */
  readonly arms: number;
  /** Equal requests give equal replies: one pass of a gate is enough. */
  readonly deterministic: boolean;
}

/** An assumption, told with the estimate: rollbacks make the stream be run again this often at most, all in all. */
const STREAM_PASSES = 2;

/**
 * From: nothing is ever solved or accepted, so that each window goes after `maxAttempts` steps and the next is collected,
 * until steps or stream are used up. To: rollbacks run the stream twice, every step reruns its whole window and is accepted,
 * and every gate runs both arms as often as it may; `maxRuns` cuts that off, but for the step and the gate that are under way
 * and the last gate. Runs that are tried again because a backend broke are not counted.
 */
export function countRuns(options: GrowOptions, split: CountedRun): RunCounts {
  const { maxSteps, maxAttempts, gateEvery, repairAttempts, recheck, maxRuns } = options;
  const window = Math.min(options.window, split.train);
  const part = options.gateRotate === 'off' ? split.gate : partSize(split.gate, options.gateRotate);
  const repeats = split.deterministic || options.gate === 'paper' ? 1 : options.gateRepeats;
  // `paper` compares with the checkpoint's stored score; the others measure it again beside the candidate.
  const oneGate = Math.ceil(part * (options.gate === 'paper' ? 1 : 2) * repeats);
  const rerun = window + recheck;
  const free = {
    collect: {
      low: Math.min(split.train, window * (1 + Math.floor(maxSteps / maxAttempts))),
      high: split.train * (maxSteps > 0 ? STREAM_PASSES : 1),
    },
    window: { low: 0, high: maxSteps * rerun },
    gates: { low: split.gate, high: split.gate + Math.ceil(maxSteps / gateEvery) * oneGate },
  };
  const counts = maxRuns === 'off' ? free : cut(free, maxRuns, rerun + oneGate, oneGate);
  const test = split.test * split.arms;
  const all = (end: 'low' | 'high'): number => counts.collect[end] + counts.window[end] + counts.gates[end] + test;
  return {
    proposals: { low: Math.min(1, maxSteps), high: maxSteps * (1 + repairAttempts) },
    ...counts,
    test: { low: test, high: test },
    all: { low: all('low'), high: all('high') },
  };
}

type GrowthRuns = Pick<RunCounts, 'collect' | 'window' | 'gates'>;

/** Takes the same share of each kind away, so that no more than `maxRuns` and what comes on top of it is left. */
function cut(free: GrowthRuns, maxRuns: number, underWay: number, lastGate: number): GrowthRuns {
  const share = (end: 'low' | 'high', most: number): number =>
    Math.min(1, most / (free.collect[end] + free.window[end] + free.gates[end]));
  const [low, high] = [share('low', maxRuns), share('high', maxRuns + underWay + lastGate)];
  const of = (range: Range): Range => ({ low: Math.floor(range.low * low), high: Math.ceil(range.high * high) });
  // The seed's own measurement comes first, whatever the limit.
  return {
    collect: of(free.collect),
    window: of(free.window),
    gates: { low: free.gates.low, high: of(free.gates).high },
  };
}
