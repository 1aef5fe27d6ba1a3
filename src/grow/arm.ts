import type { ArmFigures } from '../ports/figures.js';
import type { HarnessFiles } from '../ports/interface.js';
import { clusteredInterval, type Interval } from '../gate/interval.js';
import { measureArm, type MeasuredCase } from '../measure/measure-arm.js';
import type { RunKey } from '../measure/sampling-seed.js';
import type { Case } from '../task/case.js';
import type { GrowContext } from './context.js';

/** Measures one harness on a set of cases and tells how far it is. */
export async function runArm(
  context: GrowContext,
  files: HarnessFiles,
  cases: readonly Case[],
  key: Pick<RunKey, 'phase' | 'ordinal' | 'arm'>,
  what: string,
): Promise<readonly MeasuredCase[]> {
  const prepared = await context.warm.get(files);
  let done = 0;
  return measureArm(
    context.bench,
    context.archive,
    prepared,
    cases,
    { runSeed: context.options.seed, repeat: 0, ...key },
    () => {
      done += 1;
      context.emit({ kind: 'measuring', what, done, of: cases.length });
    },
  );
}

/** Reads the figures of one arm. */
export function armFigures(measured: readonly MeasuredCase[]): ArmFigures {
  const present = measured.flatMap((one) => (one.judged ? [{ judged: one.judged, usage: one.usage }] : []));
  const n = present.length;
  const interval: Interval = clusteredInterval(present.map((one) => [one.judged.success]));
  const perTask = (of: (one: (typeof present)[number]) => number): number =>
    n === 0 ? 0 : present.reduce((sum, one) => sum + of(one), 0) / n;
  const names = [...new Set(present.flatMap((one) => Object.keys(one.judged.scores)))].sort();
  return {
    success: interval.mean,
    low: interval.low,
    high: interval.high,
    n,
    missing: measured.length - n,
    modelCallsPerTask: perTask((one) => one.usage.modelCalls),
    tokensPerTask: perTask((one) => one.usage.inputTokens + one.usage.outputTokens),
    costUsdPerTask: perTask((one) => one.usage.costUsd),
    scores: Object.fromEntries(names.map((name) => [name, perTask((one) => one.judged.scores[name] ?? 0)])),
  };
}
