import path from 'node:path';
import { corpus, defineConfig, loadPassages } from 'espalier';

export default defineConfig({
  name: 'corpus',
  // Put your own passages in: one { "title", "text" } a line.
  family: async () => corpus({ passages: await loadPassages(path.join(import.meta.dirname, 'corpus.jsonl')) }),
  // And your own questions: one { "id", "task": { "question" }, "expected": { "answer", "evidence": [titles] } } a line.
  tasks: { train: 'tasks/train.jsonl', gate: 'tasks/gate.jsonl', test: 'tasks/test.jsonl' },
  // Fixed harnesses to compare with, on the test tasks.
  baselines: BASELINES,
  // What the harness may ask: a sentence model that selects ('embedded'), nothing ('none'), or 'openai:<model>'.
  model: 'MODEL',
  // What writes the edits: a search over general patterns that needs no model. Or 'openai:<model>', 'command:<program>'.
  optimizer: 'operators',
  grow: { window: 8, maxSteps: 16 },
});
