import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPrompt } from '../../src/optimizer/prompt/build-prompt.js';
import type { Sandbox } from '../../src/ports/sandbox.js';
import type { Case } from '../../src/task/case.js';
import { toySplits } from '../fixtures/toy-family.js';
import { openToyBed, openToyPlace, scripted, sit, type ToyBed, wholeRun } from '../fixtures/toy-run.js';

const CANARY = 'canary-9f2c71d4';
/** Walks all that can be reached from what it is given and from the global object, and gives every text of it back. */
const DUMPS: Readonly<Record<string, string>> = {
  'main.ts': `import type { Answer, Runtime, Task } from 'espalier/runtime';

export async function main(task: Task, rt: Runtime): Promise<Answer> {
  const seen = new Set<unknown>();
  const texts: string[] = [];
  const walk = (value: any, depth: number): void => {
    if (typeof value === 'string') texts.push(value);
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value) || depth > 6) return;
    seen.add(value);
    for (const key of Reflect.ownKeys(value)) {
      texts.push(String(key));
      try { walk(value[key], depth + 1); } catch (error) { texts.push(String(error)); }
    }
    try { walk(Object.getPrototypeOf(value), depth + 1); } catch (error) { texts.push(String(error)); }
  };
  walk(task, 0);
  walk(rt, 0);
  walk(globalThis, 0);
  for (const attempt of [
    () => (globalThis as any).process.env,
    () => (rt as any).constructor.constructor('return process')().env,
    () => (globalThis as any).require('node:fs').readdirSync('/'),
    () => new Error('where').stack,
  ]) {
    try { walk(attempt(), 0); } catch (error: any) { texts.push(String(error), String(error?.stack)); walk(error, 0); }
  }
  for (const call of [() => rt.tools.table({ key: 'nothing' }), () => rt.llm.chat([{ role: 'user', content: 'hello' }])]) {
    try { walk(await call(), 0); } catch (error: any) { texts.push(String(error), String(error?.stack)); walk(error, 0); }
  }
  const dump = [...new Set(texts)].join('\\n').slice(0, 60_000);
  for (let at = 0; at < dump.length; at += 200) rt.note(dump.slice(at, at + 200));
  return dump;
}
`,
};

let bed: ToyBed;
const splits = toySplits();
const all = [...splits.train, ...splits.gate, ...splits.test];
const secretsOf = (item: Case): readonly string[] => [item.id, expectedOf(item), `hidden-of-${item.id}`];
const expectedOf = (item: Case): string => JSON.stringify(item.expected).replaceAll('"', '');
const textOf = (item: Case): string => (item.task as { text: string }).text;

beforeAll(() => {
  process.env['ESPALIER_TEST_CANARY'] = CANARY;
  bed = openToyBed();
});
afterAll(() => bed.close());

/** The sandbox, with a record of everything that crosses to the child. */
function overheard(sandbox: Sandbox, crossed: string[]): Sandbox {
  return {
    isolation: sandbox.isolation,
    prepare: (bundle) => {
      crossed.push(bundle.script);
      return sandbox.prepare(bundle);
    },
    run: (prepared, input, host, limits) => {
      crossed.push(JSON.stringify({ task: input.task, seed: input.seed, limits, tools: host.tools }));
      const call: typeof host.call = async (made) => {
        const reply = await host.call(made);
        crossed.push(JSON.stringify(reply));
        return reply;
      };
      return sandbox.run(
        prepared,
        input,
        {
          tools: host.tools,
          record: (nodes) => {
            host.record(nodes);
          },
          call,
        },
        limits,
      );
    },
    close: () => sandbox.close(),
  };
}

describe('a harness that gives back all that it can reach', () => {
  it(
    'reaches no id, no expected answer, no hidden set-up, no other task and nothing of the environment',
    { timeout: 60_000 },
    async () => {
      const place = openToyPlace();
      const crossed: string[] = [];
      try {
        const end = await sit(bed, place, {
          seedFiles: DUMPS,
          sandbox: overheard(bed.sandbox, crossed),
          proposer: scripted([]),
          options: { maxSteps: 1 },
          limits: { wallMs: 10_000 },
        });
        expect(end.kind).toBe('done');
        const traces = place.store.measurements(place.run).map((one) => place.store.trace(one.trace));
        expect(traces.length).toBeGreaterThan(10);
        for (const trace of traces) {
          expect(trace?.end.kind).toBe('answered');
          expect(JSON.stringify(trace?.answer)).toContain('getOwnPropertyNames');
          // Ids of nodes and durations are numbers of ours; every text that the harness could write is here.
          const details = trace?.nodes.map((node) => [node.name, node.detail, node.site]);
          const replies = trace?.calls.map((call) => [call.request, call.reply]);
          const reached = JSON.stringify([trace?.answer, details, replies]);
          const others = all.filter((item) => textOf(item) !== (trace?.task as { text?: string } | undefined)?.text);
          const telling = [
            ...all.flatMap(secretsOf),
            ...others.map(textOf).filter((text) => text.includes(' ')),
            ...[CANARY, 'ESPALIER_TEST', process.env['HOME'] ?? CANARY],
          ];
          expect(telling.filter((text) => reached.includes(text))).toEqual([]);
        }
        const sent = crossed.join('\n');
        expect([...all.flatMap(secretsOf), CANARY].filter((text) => sent.includes(text))).toEqual([]);
      } finally {
        place.close();
      }
    },
  );
});

describe('the prompts of a whole run', () => {
  it(
    'hold training tasks, and nothing of a gate or test task, nor any id or hidden set-up',
    { timeout: 60_000 },
    async () => {
      const prompts: string[] = [];
      const views: string[] = [];
      const place = await wholeRun(bed, {
        onRequest: (request) => {
          prompts.push(buildPrompt(request).text);
          views.push(JSON.stringify(request));
        },
      });
      place.close();
      expect(prompts.length).toBe(7);
      expect(prompts[0]).toContain('51273 10240733');
      const heldOut = [...splits.gate, ...splits.test];
      const telling = [
        ...all.map((item) => item.id),
        'hidden-of-',
        ...heldOut.map((item) => expectedOf(item)),
        ...heldOut.map(textOf).filter((text) => text.includes(' ')),
      ];
      for (const text of [...prompts, ...views]) expect(telling.filter((one) => text.includes(one))).toEqual([]);
    },
  );
});
