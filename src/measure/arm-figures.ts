import type { ArmFigures } from '../ports/figures.js';
import { clusteredInterval } from './interval.js';
import type { MeasuredCase } from './measure-arm.js';

/** Reads the figures of one arm. With no result at all every figure is 0 and so is `n`: `requireCoverage` comes first. */
export function armFigures(measured: readonly MeasuredCase[]): ArmFigures {
  const present = measured.flatMap((one) => (one.judged ? [{ judged: one.judged, usage: one.usage }] : []));
  const n = present.length;
  const interval = clusteredInterval(present.map((one) => [one.judged.success]));
  const perTask = (of: (one: (typeof present)[number]) => number): number =>
    n === 0 ? 0 : present.reduce((sum, one) => sum + of(one), 0) / n;
  const names = [...new Set(present.flatMap((one) => Object.keys(one.judged.scores)))].sort();
  const refused = measured.flatMap((one) => (one.refused === undefined ? [] : [one.refused]));
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
    ...(refused[0] === undefined ? {} : { modelRefused: { runs: refused.length, message: refused[0] } }),
  };
}
