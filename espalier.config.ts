import { corpus, defineConfig, generateEncyclopedia } from 'espalier';

/** The demo: a fictional encyclopedia, made from a seed, and questions about it. */
const encyclopedia = generateEncyclopedia({ seed: 1, train: 200, gate: 100, test: 200 });

export default defineConfig({
  name: 'encyclopedia',
  family: corpus({ passages: encyclopedia.passages }),
  tasks: encyclopedia.splits,
  // Fixed harnesses to compare with, on the test tasks.
  baselines: ['harnesses/baselines/bm25', 'harnesses/baselines/tool-calling'],
  // A small sentence model that selects and scores; it runs here, with no key and no server.
  model: 'embedded',
  // Program search: general patterns, chosen by what the failing traces show.
  optimizer: 'operators',
  grow: { maxSteps: 40 },
});
