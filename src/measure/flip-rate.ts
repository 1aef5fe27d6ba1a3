/** What identical runs of one harness gave, over a set of tasks. */
export interface FlipRate {
  /** Mean over tasks of each task's mean success, in [0, 1]. */
  readonly success: number;
  /**
   * Chance that two identical runs of a task differ by a whole success: the mean over tasks of |a − b| over all pairs of
   * its runs, in [0, 1]. For successes of 0 or 1 it is the unbiased estimate of 2p(1 − p).
   */
  readonly flips: number;
  /** Tasks with at least two results. */
  readonly tasks: number;
  /** Of those, tasks whose runs did not all agree. */
  readonly unsteady: number;
}

/** Estimates success and flip rate; each inner array holds one task's successes in [0, 1], missing runs left out. */
export function flipRate(byTask: readonly (readonly number[])[]): FlipRate {
  const scored = byTask.filter((runs) => runs.length > 0);
  const paired = byTask.filter((runs) => runs.length > 1);
  return {
    success: meanOf(scored.map(meanOf)),
    flips: meanOf(paired.map(disagreement)),
    tasks: paired.length,
    unsteady: paired.filter((runs) => disagreement(runs) > 0).length,
  };
}

function disagreement(runs: readonly number[]): number {
  let [sum, pairs] = [0, 0];
  runs.forEach((a, at) => {
    for (const b of runs.slice(at + 1)) {
      sum += Math.abs(a - b);
      pairs += 1;
    }
  });
  return sum / pairs;
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length;
