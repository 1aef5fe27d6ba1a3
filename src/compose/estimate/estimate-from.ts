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

export interface EstimateInput {
  readonly tasks: readonly { readonly usage: Usage; readonly wallMs: number }[];
  readonly runs: RunCounts;
  readonly concurrency: number;
  readonly modelPrice: Price | undefined;
  readonly optimizer: OptimizerCall;
}

/** A grown harness does more than the one that was measured: its runs are taken to cost up to this many times as much. */
const GROWTH = 3;

/**
 * Runs × a task's mean, from the lower end of its 95% interval with the fewest runs to `GROWTH` times the upper end with the most.
 * Runs beside each other share the time.
 */
export function estimateFrom({ tasks, runs, concurrency, modelPrice, optimizer }: EstimateInput): Estimate {
  const perRun = (of: (task: (typeof tasks)[number]) => number, growth = GROWTH): Range => {
    const { low, high } = clusteredInterval(tasks.map((task) => [of(task)]));
    return { low: runs.all.low * low, high: runs.all.high * high * growth };
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
      high: time.high / Math.max(1, Math.min(concurrency, 2)) + runs.proposals.high * optimizer.highMs,
    }),
  };
}
