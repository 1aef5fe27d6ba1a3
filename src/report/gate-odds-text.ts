import { dollars, percent, plural } from './numbers.js';
import { table } from './table.js';

/** What a gate does when the candidate's true success differs by `delta` points from the checkpoint's. Shares in [0, 1]. */
export interface OddsRow {
  /** Points, in [-100, 100]. */
  readonly delta: number;
  readonly accept: number;
  readonly rollBack: number;
  readonly undecided: number;
  /** Mean task runs an arm. */
  readonly taskRunsPerArm: number;
}

/** A gate's own error and power. */
export interface GateOdds {
  readonly rows: readonly OddsRow[];
  readonly rule: 'paper' | 'paired';
  /** Tasks of one gate. */
  readonly tasks: number;
  readonly success: number;
  readonly flips: number;
  readonly repeats: number;
  readonly level: number;
  readonly deterministic: boolean;
  /** Simulated gates a row; 0 where the odds are exact. */
  readonly simulated: number;
  readonly seed: number;
  /** Share of unchanged harnesses that are rolled back. */
  readonly unchangedRolledBack: number;
  /** Smallest drop in points that is rolled back with 80% power; `null` where none up to the success itself is. */
  readonly smallestDrop: number | null;
  /** What would detect `points` with 80% power: so many tasks, or so many repeats; `null` beyond what was searched. */
  readonly needs: {
    readonly points: number;
    readonly tasks: number | null;
    readonly repeats: number | null;
    readonly searched: { readonly tasks: number; readonly repeats: number };
  };
}

const BAR = 40;
const MARKS = { accept: '█', undecided: '░', rollBack: '▚' } as const;

/** The rows as a table with a bar each: how gates end at each true difference. */
export function oddsTable(rows: readonly OddsRow[]): string {
  const cells = rows.map((row) => [
    signed(row.delta),
    percent(row.accept),
    percent(row.undecided),
    percent(row.rollBack),
    row.taskRunsPerArm.toFixed(0),
    bar(row),
  ]);
  const head = ['true difference', 'accept', 'undecided', 'roll back', 'task runs/arm', 'verdicts'];
  return `${table(head, cells, [5])}\n\n${MARKS.accept} accept   ${MARKS.undecided} undecided   ${MARKS.rollBack} roll back`;
}

/** Shares as characters; what rounding leaves over goes to the largest. */
function bar(row: OddsRow): string {
  const order = ['accept', 'undecided', 'rollBack'] as const;
  const widths = order.map((name) => Math.round(row[name] * BAR));
  const largest = order.reduce((best, name, at) => (row[name] > row[order[best] ?? name] ? at : best), 0);
  widths[largest] = (widths[largest] ?? 0) + BAR - widths.reduce((sum, width) => sum + width, 0);
  return order.map((name, at) => MARKS[name].repeat(Math.max(0, widths[at] ?? 0))).join('');
}

/** What the odds mean, in sentences. */
export function oddsText(odds: GateOdds): string {
  const { tasks, repeats, needs, deterministic, smallestDrop } = odds;
  const gate = `A gate of ${plural(tasks, 'task')}, rule ${odds.rule}`;
  const lines = deterministic
    ? [
        `${gate}. Equal code gives equal outcomes (a deterministic model, no flips):`,
        'an unchanged harness is never rolled back, and one pass detects every drop that the tasks show,',
        `from one task (${points(100 / tasks)}) on. More tasks show smaller drops; repeats show nothing new.`,
      ]
    : [
        `${gate}, at most ${String(repeats)} repeats; success ${percent(odds.success)}, ${percent(odds.flips)} of tasks flip between identical runs.`,
        '',
        `This gate rolls an unchanged harness back ${percent(odds.unchangedRolledBack)} of the time.`,
        smallestDrop === null
          ? 'No drop is detected with 80% power.'
          : `The smallest drop that it detects with 80% power is ${points(smallestDrop)}.`,
        needsText(needs, odds),
      ];
  return [...lines, '', oddsTable(odds.rows), '', footnote(odds)].join('\n');
}

function needsText(needs: GateOdds['needs'], odds: GateOdds): string {
  const { tasks, repeats, searched } = needs;
  const byTasks = tasks === null ? `more than ${String(searched.tasks)} tasks` : plural(tasks, 'task');
  const byRepeats = repeats === null ? `more than ${String(searched.repeats)} repeats` : plural(repeats, 'repeat');
  const enough = tasks !== null && tasks <= odds.tasks;
  return enough
    ? `A drop of ${points(needs.points)} is detected as it is.`
    : `To detect a drop of ${points(needs.points)} it needs ${byTasks}, or ${byRepeats}.`;
}

const footnote = (odds: GateOdds): string =>
  odds.simulated === 0
    ? 'Exact: nothing is simulated.'
    : `${String(odds.simulated)} simulated first gates a row, seed ${String(odds.seed)}; level ${String(odds.level)} over the gates of a run.`;

/** What a calibration tells beyond the odds. */
export interface CalibrationLike extends GateOdds {
  readonly harness: string;
  readonly measured: {
    readonly tasks: number;
    readonly repeats: number;
    readonly unsteady: number;
    readonly missing: number;
    readonly flips: number;
  };
  readonly cost: {
    readonly runs: number;
    readonly modelCalls: number;
    readonly costUsd: number | null;
    readonly gateRuns: number;
    readonly gateCalls: number;
    readonly gateUsd: number | null;
  };
}

/** A calibration for a person: what was measured, the odds, and what measuring and a gate cost. */
export function calibrationText(calibration: CalibrationLike): string {
  const { harness, measured, cost } = calibration;
  const missing = measured.missing === 0 ? '' : `, ${plural(measured.missing, 'run')} missing`;
  const noFlip =
    calibration.deterministic || measured.flips > 0
      ? ''
      : '\nNo task flipped. What follows takes as many flips as these runs leave plausible: more repeats say more.';
  const costs =
    `Measured in ${plural(cost.runs, 'task run')} with ${plural(cost.modelCalls, 'model call')} (${dollars(cost.costUsd)}).\n` +
    `A gate of an unchanged harness takes about ${plural(Math.round(cost.gateRuns), 'task run')} in both arms together, ${plural(Math.round(cost.gateCalls), 'model call')} (${dollars(cost.gateUsd)}).`;
  const agreed =
    measured.unsteady === 0 ? 'all gave equal outcomes' : `${plural(measured.unsteady, 'task')} gave unequal outcomes`;
  const first = `${harness} against itself on ${plural(measured.tasks, 'gate task')}, ${String(measured.repeats)} runs each: ${agreed}${missing}.`;
  return `${first}${noFlip}\n\n${oddsText(calibration)}\n\n${costs}`;
}

const points = (value: number): string => `${value.toFixed(1).replace(/\.0$/, '')} points`;
const signed = (value: number): string => (value > 0 ? `+${String(value)}` : String(value).replace('-', '−'));
