// Ten gates in a row on one gate set: an unchanged harness, and one that truly loses two points at each step. Simulated.
import { simulateDrift } from '../dist/gate/simulate-drift.js';
import { aligned } from './measure.mjs';

const RUNS = 4_000;
const SEED = 42;
const RULES = { stored: 'paper, against the stored score', literal: 'not lower, both arms measured', paired: 'paired' };

export const bench = {
  title: `ten gates in a row, 50 tasks, success Beta(0.35, 0.65), new outcomes at each gate, ${RUNS} runs a row, seed ${SEED}`,
  columns: ['rolled back', 'drift', 'inflation'],
  run() {
    return [0, -0.02].flatMap((step) =>
      Object.keys(RULES).map((rule) => ({
        rule,
        step,
        runs: RUNS,
        ...simulateDrift({
          ...{ rule, step, runs: RUNS, seed: SEED, gates: 10, tasks: 50 },
          ...{ rates: { mean: 0.35, flips: 0.2275 }, repeats: 6, level: 0.2 },
        }),
      })),
    );
  },
  print(rows) {
    const points = (value) =>
      (value * 100)
        .toFixed(1)
        .replace(/^-(0\.0)$/, '$1')
        .replace('-', '−');
    const header = ['rule', 'true step', 'accepted', 'rolled back', 'runs with a rollback', 'true drift'];
    return aligned(
      [...header, 'score above truth', 'task runs an arm'],
      rows.map((row) => [
        RULES[row.rule],
        points(row.step),
        row.accepted.toFixed(2),
        row.rolledBack.toFixed(2),
        `${(row.everRolledBack * 100).toFixed(1)}%`,
        points(row.drift),
        points(row.inflation),
        row.taskRunsPerArm.toFixed(0),
      ]),
    );
  },
};
