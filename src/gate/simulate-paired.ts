import { batchSize, mostWorth, worth } from './allocate.js';
import type { Look } from './looks.js';
import { signFlipP } from './sign-flip.js';
import { type Lanes, OPEN_LANES, takeLook } from './take-look.js';

/** One simulated gate. */
export interface SimulatedGate {
  readonly verdict: 'accept' | 'roll-back' | 'undecided';
  /** Task runs made in each arm; what curtailment saves is not taken off. */
  readonly runs: number;
  /** Pooled measured success of each arm. */
  readonly candidate: number;
  readonly checkpoint: number;
}

/** True success rates of a gate's tasks in each arm. */
export interface TrueRates {
  readonly candidate: Float64Array;
  readonly checkpoint: Float64Array;
}

/**
 * The paired rule over outcomes 0 and 1 that are drawn as it goes, task by task, candidate first: the same looks, batches and
 * statistic as `pairedRule`, without records, so that thousands of gates take seconds.
 */
export function simulatePaired(looks: readonly Look[], rates: TrueRates, uniform: () => number): SimulatedGate {
  const tasks = rates.candidate.length;
  const candidate = new Float64Array(tasks);
  const checkpoint = new Float64Array(tasks);
  const pairs = new Float64Array(tasks);
  const worths = new Float64Array(tasks);
  const runPair = (task: number): void => {
    if (uniform() < (rates.candidate[task] ?? 0)) candidate[task] = (candidate[task] ?? 0) + 1;
    if (uniform() < (rates.checkpoint[task] ?? 0)) checkpoint[task] = (checkpoint[task] ?? 0) + 1;
    pairs[task] = (pairs[task] ?? 0) + 1;
  };
  for (let task = 0; task < tasks; task++) runPair(task);
  let runs = tasks;
  let lanes: Lanes = OPEN_LANES;
  for (const [at, look] of looks.entries()) {
    while (runs < look.runs) {
      for (let task = 0; task < tasks; task++) {
        const made = pairs[task] ?? 0;
        worths[task] = worth((candidate[task] ?? 0) + (checkpoint[task] ?? 0), 2 * made, made);
      }
      const batch = mostWorth(worths, batchSize(tasks, look.runs - runs));
      for (const task of batch) runPair(task);
      runs += batch.length;
    }
    const pooled = { candidate: meanRate(candidate, pairs), checkpoint: meanRate(checkpoint, pairs) };
    const net = candidate.map((successes, task) => successes - (checkpoint[task] ?? 0));
    const looked = takeLook(look, at === looks.length - 1, lanes, {
      difference: pooled.candidate - pooled.checkpoint,
      net: net.reduce((sum, one) => sum + one, 0),
      p: () => signFlipP([...net]),
    });
    if (looked.verdict) return { verdict: looked.verdict, runs, ...pooled };
    lanes = looked.lanes;
  }
  throw new RangeError('Expected a last look that decides, got none.');
}

/** One pass of each arm, compared literally: the candidate's outcomes against the checkpoint's. */
export function simulateLiteral(rates: TrueRates, uniform: () => number): SimulatedGate {
  const pass = (of: Float64Array): number =>
    of.reduce((successes, rate) => successes + (uniform() < rate ? 1 : 0), 0) / of.length;
  const candidate = pass(rates.candidate);
  const checkpoint = pass(rates.checkpoint);
  const verdict = candidate < checkpoint ? 'roll-back' : 'accept';
  return { verdict, runs: rates.candidate.length, candidate, checkpoint };
}

function meanRate(successes: Float64Array, pairs: Float64Array): number {
  let sum = 0;
  for (let task = 0; task < pairs.length; task++) sum += (successes[task] ?? 0) / (pairs[task] ?? 1);
  return sum / pairs.length;
}
