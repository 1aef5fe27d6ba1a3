// Growths by program search. The demo's family, sizes and model in two worlds that the operators were not written on, ten run
// seeds each; with a HotpotQA file, operators against random on three splits, two run seeds each, with equal task runs.
import { differenceOf, growCases, interval, percent, successOf, told } from './grow-cases.mjs';

const WORLDS = [601, 602];
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const SIZES = { train: 200, gate: 100, test: 200 };
/** Splits of HotpotQA that the operators were not written on. */
const SPLITS = [4, 5, 6];
const SPLIT_SEEDS = [1, 2];
/** Task runs of a growth on HotpotQA, the seed's and the gates' among them, for both optimizers. */
const MAX_RUNS = 1200;

const row = (one) => ({
  optimizer: one.optimizer,
  world: one.generatorSeed ?? `split ${one.splitSeed}`,
  seed: one.options.seed,
  bm25: percent(one.result.test.baseline.success),
  grown: percent(one.result.test.grown.success),
  gates: one.result.gates.map(({ verdict, candidate }) => `${verdict[0]}${Math.round(100 * candidate)}`).join(' '),
  rollbacks: one.result.rollbacks,
  steps: one.result.steps,
  'task runs': one.result.taskRuns,
  'wall s': Math.round(one.wallMs / 1000),
});

export const bench = {
  title: 'growing without a model: evidence on the test set',
  async run({ data, worlds = WORLDS, seeds, splits = SPLITS } = {}) {
    const cases =
      data === undefined
        ? worlds.flatMap((generatorSeed) =>
            (seeds ?? SEEDS).map((seed) => ({
              optimizer: 'operators',
              generatorSeed,
              sizes: SIZES,
              model: 'embedded',
              options: { seed, maxSteps: 40 },
            })),
          )
        : ['operators', 'random'].flatMap((optimizer) =>
            splits.flatMap((splitSeed) =>
              (seeds ?? SPLIT_SEEDS).map((seed) => ({
                optimizer,
                data,
                splitSeed,
                sizes: SIZES,
                options: { seed, maxSteps: 1000, maxRuns: MAX_RUNS },
              })),
            ),
          );
    const results = await growCases(cases, told);
    const notes = ['operators', 'random'].flatMap((optimizer) => {
      const own = results.filter((one) => one.optimizer === optimizer);
      if (own.length === 0) return [];
      const shares = own.map((one) => one.result.test.grown.success);
      const rolledBack = own.filter((one) => one.result.rollbacks > 0).length;
      const rollbacks = own.reduce((sum, one) => sum + one.result.rollbacks, 0);
      const gates = own.reduce((sum, one) => sum + one.result.gates.length, 0);
      return [
        `${optimizer}: mean ${successOf(own)}, worst ${percent(Math.min(...shares))}; BM25@5 ${successOf(own, (one) => one.baseline)}; a rollback in ${rolledBack} of ${own.length} runs, ${rollbacks} of ${gates} gates`,
      ];
    });
    if (data !== undefined) {
      const half = results.length / 2;
      const difference = interval(differenceOf(results.slice(0, half), results.slice(half)));
      notes.push(`operators minus random, paired, splits pooled, clustered by task: ${difference}`);
    }
    return { rows: results.map(row), notes };
  },
};
