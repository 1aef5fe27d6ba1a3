import type { Look } from './looks.js';
import type { AskedRun, MeasuredTask } from './measured.js';
import type { Lanes } from './take-look.js';

/** Rounding of sums of successes. */
const TINY = 1e-6;

/**
 * False when a round that ends with this look is surely not sealed yet: its best and worst remaining outcomes lead to different
 * net successes, and these alone rule out one verdict for both. Far cheaper than deciding twice, and asked after every run. With runs
 * missing, at the last look, or with no hope of accepting left it does not tell.
 */
export function maySeal(
  tasks: readonly MeasuredTask[],
  rest: readonly AskedRun[],
  look: Look,
  lanes: Lanes,
  last: boolean,
): boolean {
  if (last || !lanes.hope) return true;
  let net = 0;
  for (const { candidate, checkpoint } of tasks) {
    for (const success of candidate) {
      if (success === null) return true;
      net += success;
    }
    for (const success of checkpoint) {
      if (success === null) return true;
      net -= success;
    }
  }
  const open = rest.reduce((count, run) => count + (run.arm === 'candidate' ? 1 : 0), 0);
  const worst = net - (rest.length - open);
  const best = net + open;
  // Accepting takes that much in the worst case; rolling back and giving up hope take a loss in the best.
  return worst > look.accept - TINY || best < Math.max(0, look.hope) + TINY;
}
