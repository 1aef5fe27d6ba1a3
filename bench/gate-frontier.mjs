// What a gate decides at known true differences, for several budgets and levels. Simulated: no model, the same rows each time.
import { simulateGate } from '../dist/gate/simulate-gate.js';
import { aligned, share } from './measure.mjs';

const GATES = 10_000;
const SEED = 42;
const TASKS = 50;
// Beta(0.35, 0.65): 23% of the tasks flip between two equal runs.
const RATES = { mean: 0.35, flips: 0.2275 };
const DELTAS = [-0.1, -0.05, -0.02, 0, 0.02, 0.05];

const configs = [
  { rule: 'paper', repeats: 1, level: 0.15 },
  ...[1, 2, 3, 4, 5, 6, 8, 12].map((repeats) => ({ rule: 'paired', repeats, level: 0.15 })),
  ...[0.05, 0.1, 0.2].map((level) => ({ rule: 'paired', repeats: 6, level })),
];

export const bench = {
  title: `verdicts of a run's first gate at ${TASKS} tasks, success Beta(0.35, 0.65), differences as logit shifts, ${GATES} gates a cell, seed ${SEED}`,
  columns: ['accept', 'roll back', 'undecided', 'task runs an arm'],
  run() {
    return configs.flatMap((config) =>
      simulateGate({ ...config, tasks: TASKS, rates: RATES, gate: 1, gates: GATES, seed: SEED }, DELTAS).map((row) => ({
        ...config,
        ...row,
        gates: GATES,
      })),
    );
  },
  print(rows) {
    const header = ['rule', 'budget', 'level', 'points', 'accept', 'roll back', 'undecided', 'task runs an arm'];
    return aligned(
      header,
      rows.map((row) => [
        row.rule,
        row.rule === 'paper' ? '1' : String(row.repeats),
        row.rule === 'paper' ? '' : String(row.level),
        String(Math.round(row.delta * 100)),
        ...[row.accept, row.rollBack, row.undecided].map((one) => share(one, row.gates)),
        row.taskRunsPerArm.toFixed(0),
      ]),
    );
  },
};
