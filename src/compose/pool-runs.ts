import { clusteredInterval } from '../measure/interval.js';
import type { TestCase } from '../report/grow-result.js';
import type { GrownRuns, PooledFigure } from '../report/runs-text.js';
import type { GrowReport } from './grow-request.js';

/** Complete runs of one command together: means over runs pooled by task, paired differences, and whose harness is to be written. */
export function poolRuns(reports: readonly GrowReport[]): GrownRuns {
  const all = reports.flatMap((report) => report.testCases);
  const scored = reports.flatMap(({ result, end }) =>
    end.kind === 'done' ? [[result.run, end.loop.checkpoint.success] as const] : [],
  );
  const best = scored.reduce<(typeof scored)[number] | undefined>(
    (leader, one) => (leader === undefined || one[1] > leader[1] ? one : leader),
    undefined,
  );
  return {
    runs: reports.map((report) => report.result),
    pooled: {
      seed: pooled(all, (one) => one.seed),
      baseline: pooled(all, (one) => one.baseline),
      grown: pooled(all, (one) => one.grown),
      grownMinusSeed: pooled(all, (one) => minus(one.grown, one.seed)),
      grownMinusBaseline: pooled(all, (one) => minus(one.grown, one.baseline)),
    },
    tasks: new Set(all.map((one) => one.case)).size,
    gate: Object.fromEntries(scored),
    chosen: best?.[0] ?? null,
    harness: null,
  };
}

const minus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a - b);

/** Every task is one cluster of the values that its runs gave. */
function pooled(cases: readonly TestCase[], of: (one: TestCase) => number | null): PooledFigure | null {
  const byCase = new Map<string, number[]>();
  for (const one of cases) {
    const value = of(one);
    if (value !== null) byCase.set(one.case, [...(byCase.get(one.case) ?? []), value]);
  }
  return byCase.size === 0 ? null : clusteredInterval([...byCase.values()]);
}
