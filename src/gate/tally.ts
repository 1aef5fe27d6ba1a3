import type { ArmName, MeasuredTask } from './measured.js';

/** One task's outcomes so far, as far as they count. */
export interface TaskTally {
  readonly case: string;
  /** Runs made in each arm, missing ones too. */
  readonly repeats: number;
  /** Mean success in each arm; `null` without a result that counts. */
  readonly candidate: number | null;
  readonly checkpoint: number | null;
  /** Candidate minus checkpoint in successes: the difference of the means times the smaller number of results. */
  readonly net: number;
}

/** The comparison after some runs. */
export interface Tally {
  readonly tasks: readonly TaskTally[];
  /** Mean over the compared tasks of their mean success in each arm: the pooled measured success. */
  readonly candidate: number;
  readonly checkpoint: number;
  /** Tasks with a result in both arms. */
  readonly compared: number;
  /** Sum of `net`. */
  readonly net: number;
  /** Pairs of runs (same task, same repeat) with a result in both arms, as a share of those made, in [0, 1]. */
  readonly coverage: number;
}

/**
 * Tallies the first `repeats` runs of each task. Missing runs are left out, unless the arms' numbers of missing runs
 * differ: then the candidate's count as failed, so that no harness can hide its failures behind a broken backend.
 */
export function tally(tasks: readonly MeasuredTask[], repeats: (index: number) => number): Tally {
  const cut = firstRuns(tasks, repeats);
  const failed = missingRuns(cut, 'candidate') !== missingRuns(cut, 'checkpoint');
  const rows = cut.map((task) => tallyTask(task, failed));
  const compared = rows.filter((row) => row.candidate !== null && row.checkpoint !== null);
  return {
    tasks: rows,
    candidate: mean(compared.map((row) => row.candidate ?? 0)),
    checkpoint: mean(compared.map((row) => row.checkpoint ?? 0)),
    compared: compared.length,
    net: exactSum(rows.map((row) => row.net)),
    coverage: pairedShare(cut),
  };
}

/** The coverage of the first `repeats` runs of each task, as `tally` tells it, for less work. */
export const coverageOf = (tasks: readonly MeasuredTask[], repeats: (index: number) => number): number =>
  pairedShare(firstRuns(tasks, repeats));

/** The first `repeats` runs of each task. */
export const firstRuns = (
  tasks: readonly MeasuredTask[],
  repeats: (index: number) => number,
): readonly MeasuredTask[] =>
  tasks.map((task, index) => ({
    case: task.case,
    candidate: task.candidate.slice(0, repeats(index)),
    checkpoint: task.checkpoint.slice(0, repeats(index)),
  }));

function pairedShare(cut: readonly MeasuredTask[]): number {
  const pairs = cut.reduce((sum, task) => sum + Math.max(task.candidate.length, task.checkpoint.length), 0);
  return pairs === 0 ? 0 : 1 - cut.reduce((sum, task) => sum + unpaired(task), 0) / pairs;
}

function tallyTask(task: MeasuredTask, missingFailed: boolean): TaskTally {
  const candidate = task.candidate.flatMap((one) => (one === null ? (missingFailed ? [0] : []) : [one]));
  const checkpoint = task.checkpoint.filter((one) => one !== null);
  const both = candidate.length > 0 && checkpoint.length > 0;
  return {
    case: task.case,
    repeats: Math.max(task.candidate.length, task.checkpoint.length),
    candidate: candidate.length === 0 ? null : mean(candidate),
    checkpoint: checkpoint.length === 0 ? null : mean(checkpoint),
    net: both ? Math.min(candidate.length, checkpoint.length) * (mean(candidate) - mean(checkpoint)) : 0,
  };
}

/** Pairs of runs of which at least one is known to be missing. */
function unpaired({ candidate, checkpoint }: MeasuredTask): number {
  const longest = candidate.length > checkpoint.length ? candidate : checkpoint;
  return longest.filter((_, repeat) => candidate[repeat] === null || checkpoint[repeat] === null).length;
}

const missingRuns = (tasks: readonly MeasuredTask[], arm: ArmName): number =>
  tasks.reduce((sum, task) => sum + task[arm].filter((one) => one === null).length, 0);

/** Sums smallest first, so that the order of the tasks cannot change the last bit. */
export const exactSum = (values: readonly number[]): number =>
  [...values].sort((a, b) => Math.abs(a) - Math.abs(b) || a - b).reduce((sum, value) => sum + value, 0);

const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : exactSum(values) / values.length);
