import { uniformStream } from '../task/random.js';
import { looksOf } from './looks.js';
import { type RatePool, ratePool, type Rates } from './rates.js';
import { simulateLiteral, simulatePaired, type SimulatedGate } from './simulate-paired.js';
import { levelOfGate } from './spend-level.js';

/** A gate to simulate. */
export interface SimulationPlan {
  readonly rule: 'paper' | 'paired';
  /** Gate tasks. */
  readonly tasks: number;
  readonly rates: Rates;
  /** Most mean task runs an arm, as a multiple of the tasks, at least 1. */
  readonly repeats: number;
  /** Level of a run, in (0, 1), and the ordinal of the gate in it, from 1. */
  readonly level: number;
  readonly gate: number;
  /** Simulated gates for each difference. */
  readonly gates: number;
  readonly seed: number | string;
}

/** What a gate does at one true difference in mean success. Shares in [0, 1], `delta` in [-1, 1]. */
export interface SimulatedRow {
  readonly delta: number;
  readonly accept: number;
  readonly rollBack: number;
  readonly undecided: number;
  /** Mean task runs in each arm. */
  readonly taskRunsPerArm: number;
}

/** Simulates the plan's gate at each true difference. Equal plans give equal rows. @throws InputError as `ratePool`. */
export function simulateGate(plan: SimulationPlan, deltas: readonly number[]): readonly SimulatedRow[] {
  const pool = ratePool(plan.rates, uniformStream(`rates:${String(plan.seed)}`));
  return deltas.map((delta) => simulateAt(plan, pool, delta));
}

/** One row. Gate number g draws the same tasks at every difference, which makes rows comparable. */
export function simulateAt(
  plan: SimulationPlan,
  pool: RatePool,
  delta: number,
  onGate?: (gate: SimulatedGate) => void,
): SimulatedRow {
  const shifted = pool.shifted(delta);
  const pick = uniformStream(`tasks:${String(plan.seed)}`);
  const draw = uniformStream(`outcomes:${String(plan.seed)}:${String(delta)}`);
  const looks = looksOf(plan.tasks, plan.repeats, levelOfGate(plan.level, plan.gate));
  const counts = { accept: 0, 'roll-back': 0, undecided: 0 };
  let runs = 0;
  for (let gate = 0; gate < plan.gates; gate++) {
    const chosen = Uint32Array.from({ length: plan.tasks }, () => Math.floor(pick() * pool.rates.length));
    const rates = {
      candidate: Float64Array.from(chosen, (index) => shifted[index] ?? 0),
      checkpoint: Float64Array.from(chosen, (index) => pool.rates[index] ?? 0),
    };
    const done = plan.rule === 'paper' ? simulateLiteral(rates, draw) : simulatePaired(looks, rates, draw);
    counts[done.verdict] += 1;
    runs += done.runs;
    onGate?.(done);
  }
  return {
    delta,
    accept: counts.accept / plan.gates,
    rollBack: counts['roll-back'] / plan.gates,
    undecided: counts.undecided / plan.gates,
    taskRunsPerArm: runs / plan.gates,
  };
}
