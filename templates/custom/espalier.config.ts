import { defineConfig, defineFamily, z } from 'espalier';
import { evaluate } from './evaluate.js';
import { readTasks } from './tasks.js';
import { openTools } from './tools.js';

export default defineConfig({
  family: defineFamily({
    name: 'handbook',
    // What the harness is asked, what it answers, and what a case expects. Harness code is type-checked against these.
    task: z.object({ question: z.string() }),
    answer: z.object({ pages: z.array(z.string()).max(3) }),
    expected: z.object({ pages: z.array(z.string()).min(1) }),
    tools: {
      find: {
        description: 'Pages of the handbook that share words with the query, best first.',
        input: z.object({ query: z.string(), k: z.int().min(1).max(5) }),
        output: z.array(z.object({ title: z.string(), text: z.string() })),
      },
    },
    // Names of the scores that `evaluate` gives; the first is what counts as success.
    scores: ['complete'],
    open: openTools,
    evaluate,
  }),
  tasks: readTasks,
  model: 'MODEL',
  // A search over general patterns, for families with a search tool. For any other: 'openai:<model>' or 'command:<program>'.
  optimizer: 'operators',
  grow: { window: 6, maxSteps: 6 },
});
