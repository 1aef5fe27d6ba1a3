import { simulateGate, type SimulationPlan } from '../gate/simulate-gate.js';
import { InputError } from '../task/error.js';
import type { GateOdds, OddsRow } from '../report/gate-odds-text.js';

/** What a gate's odds hang on. */
export interface OddsInput {
  readonly rule: 'paper' | 'paired';
  /** Tasks of one gate. */
  readonly tasks: number;
  /** Mean success and share of tasks that flip between identical runs, in [0, 1]. */
  readonly success: number;
  readonly flips: number;
  /** Most mean task runs an arm, as a multiple of the tasks. */
  readonly repeats: number;
  readonly level: number;
  /** True differences in points; `undefined` takes those of −10, −5, 0 and 5 that the success leaves room for. */
  readonly deltas: readonly number[] | undefined;
  /** The drop in points of which it is told what it needs. */
  readonly detect: number;
  /** Simulated gates a row. */
  readonly simulations: number;
  readonly seed: number;
  /** True when equal code gives equal outcomes: nothing is simulated. */
  readonly deterministic: boolean;
}

/** The odds, and what a gate of an unchanged harness takes. */
export interface OddsOfGate extends GateOdds {
  /** Mean task runs an arm at no difference. */
  readonly unchangedRunsPerArm: number;
}

const DELTAS = [-10, -5, 0, 5] as const;
/** The power that "detects" means. */
const POWER = 0.8;
/** Gates a simulation of a search may take; rows take what was asked for. */
const SEARCH_GATES = 1_000;
/** Farthest that is searched for what a drop needs. */
const SEARCHED = { tasks: 3_200, repeats: 64 } as const;

/** How a gate ends for true differences, what it detects, and what would detect more. @throws InputError for rates that no tasks have. */
export function gateOdds(input: OddsInput): OddsOfGate {
  const { success, flips } = input;
  if (input.detect > success * 100 + 1e-9 && !input.deterministic && success > 0) {
    throw new InputError(
      `Expected --detect to be at most the success of ${(success * 100).toFixed(1)} points, got ${String(input.detect)}: success cannot drop by more.`,
    );
  }
  const most = 2 * success * (1 - success);
  if (flips > most + 1e-9) {
    throw new InputError(
      `Expected at most ${most.toFixed(4)} flips for a success of ${String(success)} (2 · success · (1 − success): all tasks alike), got ${String(flips)}.`,
    );
  }
  return input.deterministic || flips === 0 ? exactOdds(input) : simulatedOdds(input);
}

const base = (
  input: OddsInput,
): Pick<GateOdds, 'rule' | 'tasks' | 'success' | 'flips' | 'repeats' | 'level' | 'seed'> => {
  const { rule, tasks, success, flips, repeats, level, seed } = input;
  return { rule, tasks, success, flips, repeats, level, seed };
};

/** Without flips a gate is a comparison: any measured drop is rolled back, anything else accepted, in one pass. */
function exactOdds(input: OddsInput): OddsOfGate {
  const { tasks, detect } = input;
  const rows = (input.deltas ?? DELTAS).map((delta): OddsRow => {
    const lower = delta < 0;
    return { delta, accept: lower ? 0 : 1, rollBack: lower ? 1 : 0, undecided: 0, taskRunsPerArm: tasks };
  });
  return {
    ...base(input),
    rows,
    deterministic: true,
    simulated: 0,
    unchangedRolledBack: 0,
    unchangedRunsPerArm: tasks,
    smallestDrop: 100 / tasks,
    needs: { points: detect, tasks: Math.ceil(100 / detect - 1e-9), repeats: 1, searched: SEARCHED },
  };
}

function simulatedOdds(input: OddsInput): OddsOfGate {
  const { success, simulations, detect, tasks, repeats } = input;
  const possible = (points: number): boolean => success + points / 100 > 0 && success + points / 100 < 1;
  const deltas = input.deltas ?? DELTAS.filter(possible);
  const plan = planOf(input);
  const rows = simulateGate(
    plan,
    deltas.map((points) => points / 100),
  ).map((row, at) => ({
    ...row,
    delta: deltas[at] ?? 0,
  }));
  const unchanged = rows.find((row) => row.delta === 0) ?? simulateGate(plan, [0])[0];
  const searched = (changed: Partial<SimulationPlan>, points: number): boolean => {
    const gates = Math.min(simulations, SEARCH_GATES);
    const [row] = simulateGate({ ...plan, gates, ...changed }, [-points / 100]);
    return (row?.rollBack ?? 0) >= POWER;
  };
  const largest = Math.floor(success * 1000 - 1e-6) / 10;
  return {
    ...base(input),
    rows,
    deterministic: false,
    simulated: simulations,
    unchangedRolledBack: unchanged?.rollBack ?? 0,
    unchangedRunsPerArm: unchanged?.taskRunsPerArm ?? 0,
    smallestDrop: smallest(5, Math.floor(largest * 10), (tenths) => searched({}, tenths / 10), 5, 10),
    needs: {
      points: detect,
      tasks: least(tasks, SEARCHED.tasks, (count) => searched({ tasks: count }, detect)),
      repeats:
        input.rule === 'paper'
          ? null
          : least(repeats, SEARCHED.repeats, (count) => searched({ repeats: count }, detect)),
      searched: SEARCHED,
    },
  };
}

const planOf = (input: OddsInput): SimulationPlan => ({
  rule: input.rule,
  tasks: input.tasks,
  rates: { mean: input.success, flips: input.flips },
  repeats: input.repeats,
  level: input.level,
  gate: 1,
  gates: input.simulations,
  seed: input.seed,
});

/** The smallest multiple of `step` from `from` to `to` that holds, divided by `scale`; what holds once holds for more. */
function smallest(
  from: number,
  to: number,
  holds: (value: number) => boolean,
  step: number,
  scale: number,
): number | null {
  let [low, high] = [0, Math.floor((to - from) / step)];
  if (high < 0 || !holds(from + high * step)) return null;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(from + middle * step)) high = middle;
    else low = middle + 1;
  }
  return (from + low * step) / scale;
}

/** The least whole number from `from` up to `most` that holds, to about a twentieth of it; `null` when none does. */
function least(from: number, most: number, holds: (value: number) => boolean): number | null {
  let low = Math.ceil(from);
  if (holds(low)) return low;
  let high = low;
  do {
    low = high;
    high = Math.min(most, high * 2);
    if (high <= low) return null;
  } while (!holds(high));
  while (high - low > Math.max(1, low / 20)) {
    const middle = Math.round((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
