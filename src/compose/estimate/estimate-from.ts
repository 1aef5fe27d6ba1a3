import type { Price, Usage } from '../../task/usage.js';
import { clusteredInterval } from '../../measure/interval.js';
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

export interface EstimateInput {
  /** The measured tasks of each fixed harness: the seed and the baselines. */
  readonly arms: readonly (readonly MeasuredTask[])[];
  readonly runs: RunCounts;
  /** Test tasks; each fixed harness runs them once. */
  readonly test: number;
  readonly concurrency: number;
  readonly modelPrice: Price | undefined;
  readonly optimizer: OptimizerCall;
}

/**
 * An assumption, told with the estimate: a grown harness costs up to this many times as much as the dearest fixed one. The
 * dearest run that the limits allow would be a bound, and hundreds of times as much.
 */
export const GROWTH = 3;

/** Milliseconds of starting up, at most, and of checking and compiling one proposal. */
const START_MS = 10_000;
const CHECK_MS = 3_000;

/**
 * Fixed harnesses on the test set: runs × the ends of the 95% interval of their own mean. All other runs: from the lower
 * end of the cheapest one's to `GROWTH` times the upper end of the dearest one's. Time: from all runs side by side, as
 * many as `concurrency` allows, to one after the other.
 */
export function estimateFrom({ arms, runs, test, concurrency, modelPrice, optimizer }: EstimateInput): Estimate {
  const perRun = (of: (task: MeasuredTask) => number): Range => {
    const means = arms.map((tasks) => clusteredInterval(tasks.map((task) => [of(task)])));
    const own = (end: 'low' | 'high'): number => means.reduce((sum, mean) => sum + test * mean[end], 0);
    const others = (end: 'low' | 'high'): number => runs.all[end] - test * arms.length;
    return {
      low: own('low') + others('low') * Math.min(...means.map(({ low }) => low)),
      high: own('high') + others('high') * GROWTH * Math.max(...means.map(({ high }) => high)),
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
  return {
    modelCalls,
    optimizerCalls: proposals,
    tokens: whole(perRun(({ usage }) => usage.inputTokens + usage.outputTokens)),
    modelUsd,
    optimizerUsd,
    costUsd: modelUsd &&
      optimizerUsd && { low: modelUsd.low + optimizerUsd.low, high: modelUsd.high + optimizerUsd.high },
    wallMs: whole({
      low: time.low / concurrency + runs.proposals.low * optimizer.lowMs,
      high: time.high + START_MS + runs.proposals.high * (optimizer.highMs + CHECK_MS),
    }),
  };
}
