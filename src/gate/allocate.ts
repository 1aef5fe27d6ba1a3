/** Task runs an arm that are made between two choices of tasks, as a share of the gate's tasks. */
const BATCH_SHARE = 1 / 5;

/** Size of the next batch for a gate of `tasks` tasks that has `left` task runs an arm until its next look. */
export const batchSize = (tasks: number, left: number): number =>
  Math.min(Math.max(1, Math.ceil(tasks * BATCH_SHARE - 1e-9)), left);

/**
 * How much one more pair of runs of a task is worth: the variance of one run, expected after `successes` of `results` runs of
 * both arms together with Jeffreys' prior Beta(½, ½), by the square root of the pairs already made. A task that always succeeds or
 * always fails can no longer change the verdict by much; the root keeps one task near ½ from taking the whole budget.
 * Symmetric in the arms, on which the sign-flip test rests.
 */
export function worth(successes: number, results: number, pairs: number): number {
  const variance = ((successes + 0.5) * (results - successes + 0.5)) / ((results + 1) * (results + 2));
  return variance / Math.sqrt(Math.max(1, pairs));
}

/** Indices of the `count` largest worths, largest first, of equal ones the first. Overwrites `worths`. */
export function mostWorth(worths: Float64Array, count: number): readonly number[] {
  const chosen: number[] = [];
  while (chosen.length < count && chosen.length < worths.length) {
    let best = 0;
    for (let index = 1; index < worths.length; index++) if ((worths[index] ?? 0) > (worths[best] ?? 0)) best = index;
    worths[best] = -1;
    chosen.push(best);
  }
  return chosen;
}
