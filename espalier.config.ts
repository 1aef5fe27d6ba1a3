import { corpus, defineConfig, generateEncyclopedia } from 'espalier';

/** The demo: a fictional encyclopedia, made from a seed, and questions about it. */
const encyclopedia = generateEncyclopedia({ seed: 1, train: 200, gate: 100, test: 200 });

export default defineConfig({
  name: 'corpus',
  family: corpus({ passages: encyclopedia.passages }),
  tasks: encyclopedia.splits,
  baselines: ['harnesses/baselines/bm25', 'harnesses/baselines/tool-calling'],
  model: 'embedded',
  optimizer: 'operators',
  grow: { maxSteps: 20 },
});
