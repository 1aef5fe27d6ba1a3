import type { Price, Usage } from '../../task/usage.js';
import { clusteredInterval, type Interval } from '../../measure/interval.js';
import type { Range, RunCounts } from './count-runs.js';

/** What one proposal takes. `usd` is undefined where no price is known. */
export interface OptimizerCall {
  readonly calls: 0 | 1;
  readonly usd: number | undefined;
  readonly lowMs: number;
  readonly highMs: number;
}

/** What a run of `grow` will take. US dollars are `null` where calls will be made and no price is known. */
export interface Estimate {
  readonly modelCalls: Range;
  readonly optimizerCalls: Range;
  readonly tokens: Range;
  readonly modelUsd: Range | null;
  readonly optimizerUsd: Range | null;
  readonly costUsd: Range | null;
  readonly wallMs: Range;
}

/** One task of a measured harness. */
export interface MeasuredTask {
  readonly usage: Usage;
  readonly wallMs: number;
}

/** A harness with what was measured of it. */
export interface MeasuredArm {
  readonly tasks: readonly MeasuredTask[];
  /** Time until its first task could begin: sandbox and model started. */
  readonly startMs: number;
}

export interface EstimateInput {
  readonly seed: MeasuredArm;
  /** A baseline runs on the test set and nowhere else. */
  readonly baselines: readonly MeasuredArm[];
  readonly runs: RunCounts;
  /** Tasks of the test set; each harness runs them once. */
  readonly test: number;
  /** Runs that really go side by side. */
  readonly concurrency: number;
  readonly modelPrice: Price | undefined;
  readonly optimizer: OptimizerCall;
}

/**
 * An assumption, told with the estimate: a run of a growing harness takes from what the seed's took up to this many times the
 * mean of the measured harnesses, the seed among them.
 */
export const GROWTH = 1.5;

/** Milliseconds in which one proposal is compiled and checked, at most: an assumption. */
const CHECK_MS = 1_000;

/**
 * Each fixed harness on the test set: runs × the ends of the 95% interval of its own mean. The growth and the grown
 * harness's test: runs × from the lower end of the seed's mean to `GROWTH` times the upper ends' mean over the measured
 * harnesses, and not below the seed's. All runs go `concurrency` at a time; the start comes once.
 */
export function estimateFrom(input: EstimateInput): Estimate {
  const { seed, baselines, runs, test, concurrency, modelPrice, optimizer } = input;
  const perRun = (of: (task: MeasuredTask) => number): Range => {
    const meanOf = ({ tasks }: MeasuredArm): Interval => clusteredInterval(tasks.map((task) => [of(task)]));
    const seedMean = meanOf(seed);
    const fixed = [seedMean, ...baselines.map(meanOf)];
    const own = (end: 'low' | 'high'): number => fixed.reduce((sum, mean) => sum + test * mean[end], 0);
    const growing = (end: 'low' | 'high'): number => runs.all[end] - test * fixed.length;
    const mean = fixed.reduce((sum, { high }) => sum + high, 0) / fixed.length;
    return {
      low: own('low') + growing('low') * seedMean.low,
      high: own('high') + growing('high') * Math.max(seedMean.high, GROWTH * mean),
    };
  };
  const whole = ({ low, high }: Range): Range => ({ low: Math.floor(low), high: Math.ceil(high) });
  const modelCalls = whole(perRun(({ usage }) => usage.modelCalls));
  const proposals: Range = {
    low: runs.proposals.low * optimizer.calls,
    high: runs.proposals.high * optimizer.calls,
  };
  const modelUsd = modelCalls.high === 0 || modelPrice !== undefined ? perRun(({ usage }) => usage.costUsd) : null;
  const { usd } = optimizer;
  const optimizerUsd =
    proposals.high === 0 || usd !== undefined
      ? { low: 0.2 * proposals.low * (usd ?? 0), high: proposals.high * (usd ?? 0) }
      : null;
  const time = perRun(({ wallMs }) => wallMs);
  const startMs = Math.max(...[seed, ...baselines].map((arm) => arm.startMs));
  return {
    modelCalls,
    optimizerCalls: proposals,
    tokens: whole(perRun(({ usage }) => usage.inputTokens + usage.outputTokens)),
    modelUsd,
    optimizerUsd,
    costUsd: modelUsd &&
      optimizerUsd && { low: modelUsd.low + optimizerUsd.low, high: modelUsd.high + optimizerUsd.high },
    wallMs: whole({
      low: startMs + time.low / concurrency + runs.proposals.low * optimizer.lowMs,
      high: startMs + time.high / concurrency + runs.proposals.high * (optimizer.highMs + CHECK_MS),
    }),
  };
}
