import type { Colors } from './colors.js';
import type { GrowResult } from './grow-result.js';
import { dollars, percent, plural } from './numbers.js';
import { table } from './table.js';

/** A mean with its 95% interval: a share, or a difference of shares. */
export interface PooledFigure {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** What independent runs of one command came to. */
export interface GrownRuns {
  readonly runs: readonly GrowResult[];
  /** Success on the test set over all runs, clustered by task; `null` for an arm that no run measured. */
  readonly pooled: {
    readonly seed: PooledFigure | null;
    readonly baseline: PooledFigure | null;
    readonly grown: PooledFigure | null;
    /** Paired by run and task. */
    readonly grownMinusSeed: PooledFigure | null;
    readonly grownMinusBaseline: PooledFigure | null;
  };
  /** Tasks of the test set that the pooled figures are over. */
  readonly tasks: number;
  /** Success at the last passed gate, by run. */
  readonly gate: Readonly<Record<string, number>>;
  /** The run whose harness is written: the highest at its gate, the first of equals. `null` while runs are missing. */
  readonly chosen: string | null;
  readonly harness: GrowResult['harness'] | null;
}

const figure = ({ mean, low, high }: PooledFigure): string =>
  `${percent(mean)} [${(low * 100).toFixed(1)}, ${(high * 100).toFixed(1)}]`;

/** One row a run, their mean, the paired differences and which harness was written. */
export function runsText(grown: GrownRuns, colors: Colors): string {
  const { runs, pooled } = grown;
  const withBaseline = pooled.baseline !== null;
  const cell = (arm: PooledFigure | null): string => (arm ? figure(arm) : '–');
  const row = (name: string, seed: string, gate: string, arms: readonly (PooledFigure | null)[]): readonly string[] => [
    name,
    seed,
    gate,
    ...arms.map(cell),
  ];
  const pick = (
    seed: PooledFigure | null,
    baseline: PooledFigure | null,
    best: PooledFigure | null,
  ): (PooledFigure | null)[] => (withBaseline ? [seed, baseline, best] : [seed, best]);
  const rows = runs.map(({ run, seed, test }) => {
    const gate = grown.gate[run];
    const [a, b, c] = [test.seed, test.baseline, test.grown].map((arm) => arm && { ...arm, mean: arm.success });
    return row(run, String(seed), gate === undefined ? '–' : percent(gate), pick(a ?? null, b ?? null, c ?? null));
  });
  rows.push(row(`mean of ${plural(runs.length, 'run')}`, '', '', pick(pooled.seed, pooled.baseline, pooled.grown)));
  const head = ['run', 'run seed', 'gate', 'seed [95%]', ...(withBaseline ? ['baseline [95%]'] : []), 'grown [95%]'];
  const lines = [
    table(head, rows),
    '',
    'Success on the test set; the mean’s interval is over runs pooled by task (10,000 resamples, seed 42).',
  ];
  if (pooled.grownMinusBaseline) lines.push(`Grown minus baseline, paired: ${figure(pooled.grownMinusBaseline)}`);
  if (pooled.grownMinusSeed) lines.push(`Grown minus seed, paired:     ${figure(pooled.grownMinusSeed)}`);
  const usd = runs.map((run) => run.spend.costUsd);
  const total = usd.every((one) => one !== null) ? usd.reduce((sum, one) => sum + one, 0) : null;
  const calls = runs.reduce((sum, run) => sum + run.spend.modelCalls + run.spend.optimizerCalls, 0);
  lines.push(`Spent ${plural(calls, 'call')} (${dollars(total)}) over ${plural(runs.length, 'run')}.`);
  if (grown.chosen !== null && grown.harness) {
    lines.push(
      '',
      `Harness    ${colors.bold(grown.harness.path ?? '')}  ${colors.dim(grown.harness.hash.slice(0, 12))}  of ${grown.chosen}: the highest at its gate, the first of equals; the test set has no say`,
      `Gates      npx espalier gates --run ${grown.chosen}`,
    );
  }
  return lines.join('\n');
}
