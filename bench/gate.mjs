import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { openEditor } from '../dist/editor/open-editor.js';
import { defineFamily } from '../dist/families/define-family.js';
import { noModel } from '../dist/llm/no-model.js';
import { openBench } from '../dist/measure/bench.js';
import { DEFAULT_LIMITS } from '../dist/measure/default-limits.js';
import { storeLedger } from '../dist/measure/ledger.js';
import { measureArm } from '../dist/measure/measure-arm.js';
import { createSandbox } from '../dist/sandbox/create-sandbox.js';
import { openStore } from '../dist/store/open-store.js';
import { caseId, runId } from '../dist/task/ids.js';
import { sideBySide, timed } from './measure.mjs';

const TASKS = 50;
const CALLS = 19;
const CALL_MS = 20;
// One at a time, all tasks would take 19 seconds a round and show the same.
const settings = [
  { concurrency: 1, tasks: 3 },
  { concurrency: 8, tasks: TASKS },
  { concurrency: 16, tasks: TASKS },
];

const family = defineFamily({
  name: 'bench',
  task: z.object({ number: z.int() }),
  answer: z.int(),
  tools: {
    wait: { description: 'Answers late.', input: z.object({ turn: z.int() }), output: z.int() },
  },
  scores: ['done'],
  open: () => ({ tools: { wait: ({ turn }) => sleep(CALL_MS, turn) } }),
  evaluate: (_, answer) => ({ scores: { done: answer === CALLS ? 1 : 0 }, feedback: '' }),
});

const files = {
  'main.ts': `import type { Answer, Runtime, Task } from 'espalier/runtime';

export async function main(_task: Task, rt: Runtime): Promise<Answer> {
  let done = 0;
  while (done < ${CALLS}) done = 1 + (await rt.tools.wait({ turn: done }));
  return done;
}
`,
};

const cases = Array.from({ length: TASKS }, (_, number) => ({
  id: caseId(`case ${number}`),
  task: { number },
  expected: CALLS,
}));

export const bench = {
  title: `tasks of ${CALLS} sequential calls of ${CALL_MS} ms, run, judged and stored`,
  columns: ['ideal', 'wall'],
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-bench-'));
    const store = openStore(join(folder, 'store.db'));
    const sandbox = await createSandbox();
    try {
      const run = runId('bench');
      store.createRun({ id: run, startedAt: 0, family: family.name, isolation: sandbox.isolation, options: {} });
      const prepared = await sandbox.prepare(openEditor(family.interface).link(files));
      const benchAt = (concurrency) =>
        openBench({
          family,
          sandbox,
          llm: noModel(),
          ledger: storeLedger(store, run, () => performance.now()),
          caps: {},
          price: undefined,
          limits: DEFAULT_LIMITS,
          success: 'done',
          maxOutputTokens: 64,
          concurrency,
          signal: new AbortController().signal,
        });
      let ordinal = 0;
      // Another ordinal is another key, so that nothing comes from the store.
      const arm = async (concurrency, tasks) => {
        ordinal += 1;
        const key = { runSeed: 1, phase: 'gate', ordinal, arm: 'candidate', repeat: 0 };
        const measured = await measureArm(benchAt(concurrency), { store, run }, prepared, cases.slice(0, tasks), key);
        const undone = measured.find(({ judged }) => judged?.success !== 1);
        if (undone !== undefined) throw new Error(`The run of ${undone.item.id} did not end well.`);
      };
      const most = Math.max(...settings.map(({ concurrency }) => concurrency));
      // The warm-up: as many children as will be needed.
      await arm(most, most);
      const rows = [];
      for (const { concurrency, tasks } of settings) {
        const ideal = Math.ceil(tasks / concurrency) * CALLS * CALL_MS;
        const wall = () => timed(() => arm(concurrency, tasks));
        const options = { warmUp: 0, rounds: 2, least: 1, budgetMs: 3_000 };
        rows.push({
          what: `${tasks} tasks, ${concurrency} at a time`,
          unit: 'ms',
          ...(await sideBySide(() => ideal, wall, options)),
        });
      }
      return rows;
    } finally {
      await sandbox.close();
      store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
