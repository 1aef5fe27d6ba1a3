import type { Colors } from './colors.js';

interface DifferenceLike {
  readonly field: string;
  readonly recorded: string;
  readonly derived: string;
}

interface VerdictLike {
  readonly gate: number;
  readonly recorded: string;
  readonly derived: string;
  readonly reason: string;
  readonly record: readonly DifferenceLike[];
}

const MOST_NAMED = 20;

const verdictLine = (one: VerdictLike): string =>
  `Gate ${String(one.gate)}: recorded ${one.recorded}, derived ${one.derived}: ${one.reason}`;

const recordLines = (record: readonly DifferenceLike[], colors: Colors): readonly string[] =>
  record.flatMap(({ field, recorded, derived }) => [
    `${colors.red('not as recorded')}: ${field}`,
    `  recorded ${recorded}`,
    `  derived  ${derived}`,
  ]);

/** A gate replayed with its store. */
export function replayedGateText(
  replayed: VerdictLike & {
    readonly runs: number;
    readonly reproduced: number;
    readonly taken: number;
    readonly isolation: string;
    readonly differences: readonly { readonly case: string; readonly arm: string; readonly difference: string }[];
  },
  colors: Colors,
): string {
  const { differences, runs, reproduced, taken, record } = replayed;
  const same = replayed.recorded === replayed.derived && differences.length === 0 && record.length === 0;
  const more = differences.length - MOST_NAMED;
  return [
    verdictLine(replayed),
    `${same ? colors.green('✔ reproduced') : colors.red('✘ not reproduced')}: ${String(reproduced)} of ${String(runs)} runs come out node for node as recorded, isolation ${replayed.isolation}` +
      (taken === 0 ? '' : `, ${String(taken)} ended by a clock or a broken backend are taken as recorded`),
    ...differences.slice(0, MOST_NAMED).map((one) => `  ${one.arm} ${one.case}: ${one.difference}`),
    ...(more > 0 ? [`  … and ${String(more)} more; --json lists all`] : []),
    ...recordLines(record, colors),
  ].join('\n');
}

/** A gate record by itself. */
export function rederivedFileText(
  derived: VerdictLike & { readonly file: string; readonly notRerun: readonly string[] },
  colors: Colors,
): string {
  const same = derived.recorded === derived.derived && derived.record.length === 0;
  return [
    verdictLine(derived),
    same
      ? `${colors.green('✔ consistent')}: verdict and figures follow from the outcomes in ${derived.file}`
      : `${colors.red('✘ not consistent')}: ${derived.file}`,
    ...recordLines(derived.record, colors),
    `No store was used: no run was made again, and nothing here shows by itself that these are right: ${derived.notRerun.join(', ')}.`,
  ].join('\n');
}
