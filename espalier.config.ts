import { corpus, defineConfig, generateEncyclopedia } from 'espalier';

/** The demo: a fictional encyclopedia, made from a seed, and questions about it. */
const encyclopedia = generateEncyclopedia({ seed: 1, train: 200, gate: 100, test: 200 });

export default defineConfig({
  name: 'corpus',
  family: corpus({ passages: encyclopedia.passages }),
  tasks: encyclopedia.splits,
  baseline: 'harnesses/baselines/bm25',
  model: 'none',
  optimizer: 'recorded:recordings/encyclopedia',
  grow: { maxSteps: 8 },
});
