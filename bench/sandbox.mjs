import { z } from 'zod';
import { openEditor } from '../dist/editor/open-editor.js';
import { defineFamily } from '../dist/families/define-family.js';
import { DEFAULT_LIMITS } from '../dist/measure/default-limits.js';
import { tryLevel } from '../dist/sandbox/create-sandbox.js';
import { openSandbox } from '../dist/sandbox/open-sandbox.js';
import { sideBySide, timed } from './measure.mjs';
import { openPlainSandbox } from './plain-sandbox.mjs';

const CALLS = 200;
const RUN_CALLS = 20;
/** Runs that are timed together: what a child does between two runs counts as well. */
const RUNS = 5;
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

export const bench = {
  title: 'guests against a plain child process with the same bridge',
  columns: ['plain', 'sandbox'],
  async run() {
    const bundle = openEditor(family.interface).link(files);
    const plain = openPlainSandbox();
    try {
      const base = await openGuest(plain, bundle);
      const rows = [];
      for (const level of ['full', 'portable']) {
        const { probe } = await tryLevel(level);
        if (probe.holds) rows.push(...(await rowsOf(level, base, () => startOf(plain, bundle), bundle)));
        else process.stderr.write(`${level} does not hold on this machine: it is left out.\n`);
      }
      return rows;
    } finally {
      await plain.close();
    }
  },
};

async function rowsOf(level, base, startBase, bundle) {
  const sandbox = openSandbox(level);
  try {
    const guest = await openGuest(sandbox, bundle);
    // What a run costs besides its calls goes out of the difference.
    const call = (child) => async () => {
      const few = await timed(() => child.run(RUN_CALLS));
      return (((await timed(() => child.run(RUN_CALLS + CALLS))) - few) * 1_000) / CALLS;
    };
    const rate = (child) => async () => (1_000 * RUNS) / (await timed(() => runsInARow(child)));
    const budget = { warmUp: 1, budgetMs: 2_500 };
    return [
      { what: `${level}: host call, warm child`, unit: 'µs', ...(await sideBySide(call(base), call(guest), budget)) },
      {
        what: `${level}: runs of ${RUN_CALLS} calls, warm child`,
        unit: 'runs/s',
        ...(await sideBySide(rate(base), rate(guest), budget)),
      },
      {
        what: `${level}: start of a child`,
        unit: 'ms',
        ...(await sideBySide(startBase, () => startOf(sandbox, bundle), budget)),
      },
    ];
  } finally {
    await sandbox.close();
  }
}

async function runsInARow(child) {
  for (let run = 0; run < RUNS; run += 1) await child.run(RUN_CALLS);
}

/** Milliseconds until a child is there that has loaded the script. */
async function startOf(sandbox, bundle) {
  let started;
  const ms = await timed(async () => (started = await sandbox.prepare(bundle)));
  await started.close();
  return ms;
}
