// What each part of the method does for a growth by program search. Smaller splits than the demo's, to be done within the hour.
import { differenceOf, growCases, interval, percent, successOf, told } from './grow-cases.mjs';

const WORLDS = [601, 602];
const SEEDS = [1, 2, 3, 4, 5];
const SIZES = { train: 120, gate: 50, test: 100 };

const ARMS = [
  { label: 'seed', optimizer: 'operators', options: { maxSteps: 0 } },
  { label: 'operators', optimizer: 'operators', options: {} },
  { label: 'gate off', optimizer: 'operators', options: { gate: 'off' } },
  { label: 'guidance off', optimizer: 'operators', options: { guidance: 'off' } },
  { label: 'K = 1', optimizer: 'operators', options: { window: 1 } },
  { label: 'random', optimizer: 'random', options: {} },
];

export const bench = {
  title: 'ablations: evidence on the test set, five run seeds in each of two worlds',
  async run({ worlds = WORLDS, seeds = SEEDS } = {}) {
    const cases = ARMS.flatMap(({ label, optimizer, options }) =>
      worlds.flatMap((generatorSeed) =>
        seeds.map((seed) => ({
          label,
          optimizer,
          generatorSeed,
          sizes: SIZES,
          options: { maxSteps: 12, seed, ...options },
        })),
      ),
    );
    const results = await growCases(cases, told);
    const arm = (label) => results.filter((one) => one.label === label);
    const full = arm('operators');
    const rows = ARMS.map(({ label }) => ({
      arm: label,
      evidence: successOf(arm(label)),
      worst: percent(Math.min(...arm(label).map((one) => one.result.test.grown.success))),
      'minus operators': label === 'operators' ? '' : interval(differenceOf(arm(label), full)),
      rollbacks: arm(label).reduce((sum, one) => sum + one.result.rollbacks, 0),
      steps: arm(label).reduce((sum, one) => sum + one.result.steps, 0),
    }));
    const unclear = rows.filter((row) => {
      const { low, high } = row.arm === 'operators' ? { low: 1, high: 1 } : differenceOf(arm(row.arm), full);
      return low <= 0 && high >= 0;
    });
    const notes = [
      `Intervals are over tasks, clustered; run seeds share tasks, so they say little about other worlds.`,
      unclear.length === 0
        ? 'Every arm differs from operators by an interval that excludes zero.'
        : `Not shown to differ from operators: ${unclear.map((row) => row.arm).join(', ')}.`,
      'Equal maxSteps are not equal task runs: a window of one reruns one task a step.',
    ];
    return { rows, notes };
  },
};
