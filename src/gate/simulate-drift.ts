import { uniformStream } from '../task/random.js';
import { looksOf } from './looks.js';
import { ratePool, type Rates } from './rates.js';
import { simulatePaired, type TrueRates } from './simulate-paired.js';
import { levelOfGate } from './spend-level.js';

/**
 * How each gate of a run compares. `stored`: one pass of the candidate against the score that the checkpoint had when it was
 * accepted, the literal rule. `literal`: one pass of both arms in the same gate, compared literally. `paired`: the paired rule.
 */
export type DriftRule = 'stored' | 'literal' | 'paired';

/** Runs of gates in a row on one gate set, each with new outcomes. */
export interface DriftPlan {
  readonly rule: DriftRule;
  readonly tasks: number;
  readonly rates: Rates;
  /** What each edit between two gates truly does to mean success, in [-1, 1]; 0 leaves the harness unchanged. */
  readonly step: number;
  /** Gates in a row. */
  readonly gates: number;
  readonly repeats: number;
  /** Level of a run, in (0, 1). */
  readonly level: number;
  /** Simulated runs. */
  readonly runs: number;
  readonly seed: number | string;
}

/** Means over the simulated runs. */
export interface Drift {
  /** Gates of a run that accept and that roll back. */
  readonly accepted: number;
  readonly rolledBack: number;
  /** Share of runs with a rollback. */
  readonly everRolledBack: number;
  /** True mean success of the last checkpoint minus that of the first. */
  readonly drift: number;
  /** Score that the last checkpoint was accepted with, minus its true success on the same gate tasks. */
  readonly inflation: number;
  /** Task runs in each arm over all gates; the stored score's own measurement not counted. */
  readonly taskRunsPerArm: number;
}

/**
 * Ten true steps in a row, say: each gate meets the working harness, one step further than at the last gate. Accepted, it is the
 * checkpoint; rolled back, work starts again from the checkpoint; undecided, it goes on and the next gate compares what has
 * gathered since the checkpoint. A final undecided restores the checkpoint.
 */
export function simulateDrift(plan: DriftPlan): Drift {
  const pool = ratePool(plan.rates, uniformStream(`rates:${String(plan.seed)}`));
  const uniform = uniformStream(`drift:${String(plan.seed)}`);
  // steps[k]: rates of the whole population after k steps.
  const steps = Array.from({ length: plan.gates + 1 }, (_, k) => pool.shifted(k * plan.step));
  const total = { accepted: 0, rolledBack: 0, ever: 0, drift: 0, inflation: 0, runs: 0 };
  for (let run = 0; run < plan.runs; run++) {
    const chosen = Uint32Array.from({ length: plan.tasks }, () => Math.floor(uniform() * pool.rates.length));
    const after = (k: number): Float64Array => Float64Array.from(chosen, (index) => steps[k]?.[index] ?? 0);
    let checkpoint = { step: 0, rates: after(0), score: onePass(after(0), uniform) };
    let working = 0;
    let rolledBack = 0;
    for (let gate = 1; gate <= plan.gates; gate++) {
      working += 1;
      const rates = { candidate: after(working), checkpoint: checkpoint.rates };
      const end = gateOnce(plan, gate, rates, checkpoint.score, uniform);
      total.runs += end.runs;
      if (end.verdict === 'accept') {
        total.accepted += 1;
        checkpoint = { step: working, rates: rates.candidate, score: end.candidate };
      } else if (end.verdict === 'roll-back') {
        rolledBack += 1;
        working = checkpoint.step;
      }
    }
    total.rolledBack += rolledBack;
    total.ever += rolledBack > 0 ? 1 : 0;
    total.drift += checkpoint.step * plan.step;
    total.inflation += checkpoint.score - meanOf(checkpoint.rates);
  }
  return {
    accepted: total.accepted / plan.runs,
    rolledBack: total.rolledBack / plan.runs,
    everRolledBack: total.ever / plan.runs,
    drift: total.drift / plan.runs,
    inflation: total.inflation / plan.runs,
    taskRunsPerArm: total.runs / plan.runs,
  };
}

interface GateEnd {
  readonly verdict: 'accept' | 'roll-back' | 'undecided';
  readonly candidate: number;
  readonly runs: number;
}

function gateOnce(plan: DriftPlan, gate: number, rates: TrueRates, stored: number, uniform: () => number): GateEnd {
  if (plan.rule === 'paired')
    return simulatePaired(looksOf(plan.tasks, plan.repeats, levelOfGate(plan.level, gate)), rates, uniform);
  const candidate = onePass(rates.candidate, uniform);
  const against = plan.rule === 'stored' ? stored : onePass(rates.checkpoint, uniform);
  return { verdict: candidate < against ? 'roll-back' : 'accept', candidate, runs: plan.tasks };
}

/** Measured success of one pass over tasks with these rates. */
const onePass = (rates: Float64Array, uniform: () => number): number =>
  rates.reduce((successes, rate) => successes + (uniform() < rate ? 1 : 0), 0) / rates.length;

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
