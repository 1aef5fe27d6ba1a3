import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { openEditor } from '../dist/editor/open-editor.js';
import { defineFamily } from '../dist/families/define-family.js';
import { DEFAULT_LIMITS } from '../dist/measure/default-limits.js';
import { createProcessSandbox } from '../dist/sandbox/process-sandbox.js';
import { sideBySide, timed } from './measure.mjs';

const CALLS = 200;
const RUN_CALLS = 20;
const message = 'a request of some forty characters, say';

const family = defineFamily({
  name: 'bench',
  task: z.object({ calls: z.int() }),
  answer: z.int(),
  tools: { echo: { description: 'Gives it back.', input: z.object({ text: z.string() }), output: z.string() } },
  scores: ['exact'],
  open: () => ({ tools: { echo: ({ text }) => text } }),
  evaluate: () => ({ scores: { exact: 1 }, feedback: '' }),
});

const files = {
  'main.ts': `import type { Answer, Runtime, Task } from 'espalier/runtime';

export async function main(task: Task, rt: Runtime): Promise<Answer> {
  for (let call = 0; call < task.calls; call += 1) await rt.tools.echo({ text: '${message}' });
  return task.calls;
}
`,
};

const host = { tools: ['echo'], record() {}, call: async ({ args }) => ({ ok: true, value: args.text }) };

/** A warm child of the sandbox. `run` resolves when a run with so many calls is over. */
async function openGuest(sandbox, bundle) {
  const prepared = await sandbox.prepare(bundle);
  const limits = { ...DEFAULT_LIMITS, calls: Infinity };
  return {
    async run(calls) {
      const { end } = await sandbox.run(prepared, { task: { calls }, seed: 'bench' }, host, limits);
      if (end.kind !== 'answered') throw new Error(`The run ended with ${JSON.stringify(end)}.`);
    },
    close: () => prepared.close(),
  };
}

/** The least that such a child can be: it sends every line back. `run` resolves after so many lines, one at a time. */
function openEcho() {
  const echo = `require('node:readline').createInterface(process.stdin).on('line', (line) => process.stdout.write(line + '\\n'))`;
  const child = spawn(process.execPath, ['-e', echo], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  const line = `${JSON.stringify({ text: message })}\n`;
  return {
    async run(calls) {
      for (let call = 0; call < calls; call += 1) {
        child.stdin.write(line);
        const [answer] = await once(lines, 'line');
        JSON.parse(answer);
      }
    },
    async close() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

export const bench = {
  title: 'a guest process against a plain child process',
  columns: ['plain', 'sandbox'],
  async run() {
    const sandbox = createProcessSandbox();
    const bundle = openEditor(family.interface).link(files);
    const echo = openEcho();
    try {
      const guest = await openGuest(sandbox, bundle);
      // What a run costs besides its calls goes out of the difference.
      const call = (child) => async () => {
        const few = await timed(() => child.run(RUN_CALLS));
        return (((await timed(() => child.run(RUN_CALLS + CALLS))) - few) * 1_000) / CALLS;
      };
      const run = (child) => () => timed(() => child.run(RUN_CALLS));
      const startGuest = async () => {
        let started;
        const ms = await timed(async () => (started = await sandbox.prepare(bundle)));
        await started.close();
        return ms;
      };
      const startNode = () => timed(() => once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit'));
      return [
        {
          what: 'host call, warm child',
          unit: 'µs',
          ...(await sideBySide(call(echo), call(guest), { budgetMs: 4_000 })),
        },
        { what: `run with ${RUN_CALLS} calls, warm child`, unit: 'ms', ...(await sideBySide(run(echo), run(guest))) },
        {
          what: 'start of a child',
          unit: 'ms',
          ...(await sideBySide(startNode, startGuest, { warmUp: 1, budgetMs: 4_000 })),
        },
      ];
    } finally {
      await echo.close();
      await sandbox.close();
    }
  },
};
