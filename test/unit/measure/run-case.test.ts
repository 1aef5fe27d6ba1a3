import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAiModel } from '../../../src/llm/openai-model.js';
import { guardFamily } from '../../../src/compose/guard-family.js';
import { EnvironmentBroken } from '../../../src/measure/call-tool.js';
import { EvaluatorBroken } from '../../../src/measure/judge.js';
import { digestOf } from '../../../src/measure/measure-arm.js';
import { runCase, type RunOfCase } from '../../../src/measure/run-case.js';
import type { TaskFamily, ToolFunction } from '../../../src/ports/family.js';
import type { HarnessFiles } from '../../../src/ports/interface.js';
import { BackendFault, BudgetExhausted } from '../../../src/task/error.js';
import { samplingSeed } from '../../../src/task/ids.js';
import type { Json, JsonSchema } from '../../../src/task/json.js';
import { type ChatReply, type ChatServer, startChatServer } from '../../fixtures/chat-server.js';
import { toyFamily, toySplits } from '../../fixtures/toy-family.js';
import { openToyBed, type ToyBed } from '../../fixtures/toy-run.js';
import { harness, toyBench } from './toy-bench.js';

let bed: ToyBed;
let server: ChatServer;
let reply: (content: string, ordinal: number) => ChatReply;

beforeAll(async () => {
  bed = openToyBed();
  server = await startChatServer((body, ordinal) => reply(body.messages.at(-1)?.content ?? '', ordinal));
}, 30_000);
afterAll(async () => {
  await server.close();
  await bed.close();
});

const [item] = toySplits().train;
const seed = samplingSeed('0123456789abcdef'.repeat(4));

async function run(files: HarnessFiles, change: Parameters<typeof toyBench>[1] = {}): Promise<RunOfCase> {
  if (!item) throw new Error('The toy family has training tasks.');
  return runCase(toyBench(bed, change), await bed.warm.get(files), item, seed);
}

/** The toy family with another tool `table`, or other functions of its own. `output` takes the place of the tool's schema. */
function family(
  change: { readonly table?: ToolFunction; readonly output?: JsonSchema } & Partial<
    Pick<TaskFamily, 'open' | 'evaluate'>
  >,
): TaskFamily {
  const toy = toyFamily();
  const { table, output, ...own } = change;
  const { schemas } = toy.interface;
  const declared = schemas.tools['table'];
  if (!declared) throw new Error('The toy family has a tool `table`.');
  const tools = { ...schemas.tools, table: { ...declared, output: output ?? declared.output } };
  return {
    ...toy,
    interface: { ...toy.interface, schemas: { ...schemas, tools } },
    open: async (input) => {
      const environment = await toy.open(input);
      // `evaluate` knows the environment by identity.
      if (table) Object.assign(environment.tools, { table });
      return environment;
    },
    ...own,
  };
}

const model = () => openAiModel({ model: 'toy', baseUrl: server.baseUrl, maxRetries: 0 });

describe('a call that the harness did not wait for', () => {
  const stray = harness("  void rt.tools.table({ key: 'amber' });", "  return 'early';");

  it('is recorded with its reply, however long it took', async () => {
    const digests = [];
    for (const ms of [0, 60]) {
      const { trace } = await run(stray, { family: family({ table: () => sleep(ms, 'late') }) });
      expect(trace.end.kind).toBe('answered');
      expect(trace.calls).toMatchObject([{ name: 'table', reply: { ok: true, value: 'late' } }]);
      digests.push(digestOf(trace));
    }
    expect(digests[1]).toBe(digests[0]);
  });

  it('is cut off when the time of the run is up, and changes nothing afterwards', async () => {
    let aborted = false;
    const table: ToolFunction = (_args, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          resolve('too late');
        });
      });
    const { trace } = await run(stray, { family: family({ table }), limits: { wallMs: 400 } });
    const digest = digestOf(trace);
    expect(trace.end.kind).toBe('answered');
    expect(aborted).toBe(true);
    await sleep(20);
    expect(trace.calls[0]?.reply).toBeUndefined();
    expect(digestOf(trace)).toBe(digest);
  });

  it('still counts against the budget', async () => {
    reply = () => ({ text: 'yes' });
    const asks = harness(
      "  void rt.llm.chat([{ role: 'user', content: 'stray' }]).catch(() => undefined);",
      "  return '';",
    );
    await expect(run(asks, { llm: model(), caps: { calls: 0 } })).rejects.toThrow(BudgetExhausted);
    expect((await run(asks, { llm: model() })).trace.usage.modelCalls).toBe(1);
  });
});

describe('a broken world', () => {
  const looksUp = harness("  return await rt.tools.table({ key: 'amber' });");

  it('makes a run missing only when it stays broken', async () => {
    let calls = 0;
    const flaky = (until: number): TaskFamily => {
      calls = 0;
      return family({
        table: () => {
          calls += 1;
          if (calls < until) throw new BackendFault('The table is down.');
          return 'quillon';
        },
      });
    };
    expect((await run(looksUp, { family: flaky(3) })).judged).toMatchObject({ solved: true, success: 1 });
    const broken = await run(looksUp, { family: flaky(99) });
    expect(broken.judged).toBeUndefined();
    expect(broken.trace.end).toEqual({ kind: 'missing', message: 'The table is down.' });
    expect(calls).toBe(3);
  });

  it.each<[string, TaskFamily['open']]>([
    ['a world that does not open', () => Promise.reject(new BackendFault('No world today.'))],
    ['a world that never opens', () => new Promise(() => undefined)],
  ])('%s makes it missing too', async (_, open) => {
    const { judged, trace } = await run(looksUp, { family: family({ open }), limits: { toolMs: 30 } });
    expect(judged).toBeUndefined();
    expect(trace.end.kind).toBe('missing');
  });

  it('a tool that takes too long makes it missing; one that throws is an observation', async () => {
    const hangs = await run(looksUp, {
      family: family({ table: () => new Promise<Json>(() => undefined) }),
      limits: { toolMs: 30 },
    });
    expect(hangs.trace.end).toMatchObject({
      kind: 'missing',
      message: 'tool table did not answer within 30 ms (limits.toolMs in the config).',
    });
    const catches = harness(
      "  try { await rt.tools.table({ key: 'amber' }); } catch (error) { return String(error); }",
      "  return '';",
    );
    const thrown = await run(catches, {
      family: family({
        table: () => {
          throw new RangeError('index 7');
        },
      }),
    });
    expect(thrown.trace.answer).toBe('ToolError: table failed: RangeError: index 7');
    expect(thrown.judged).toMatchObject({ solved: false });
  });

  it.each<[string, TaskFamily['open']]>([
    ['open', () => Promise.reject(new TypeError('x is not a function'))],
    [
      'close',
      async (input) => ({
        ...(await toyFamily().open(input)),
        close: () => Promise.reject(new TypeError('x is not a function')),
      }),
    ],
  ])('a bug in the family’s %s stops everything, and says where it is', async (name, open) => {
    const broken = run(harness("  return '';"), {
      family: family({ open, evaluate: () => Promise.resolve({ scores: { exact: 0 }, feedback: '' }) }),
    });
    await expect(broken).rejects.toThrow(EnvironmentBroken);
    await expect(broken).rejects.toThrow(
      `${name}() of family "toy" on case "train~word~amber" failed: x is not a function`,
    );
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a score above 1', { scores: { exact: 2 }, feedback: '' }],
    ['a score that is no number', { scores: { exact: Number.NaN }, feedback: '' }],
    ['another score', { scores: { other: 1 }, feedback: '' }],
    ['no feedback', { scores: { exact: 1 } }],
    ['a function', () => 1],
    ['a big integer', { scores: 1n }],
  ])('an evaluator that gives %s stops everything', async (_, outcome) => {
    // What a user's JavaScript may well return.
    const evaluate = () => Promise.resolve(outcome as never);
    await expect(run(looksUp, { family: family({ evaluate }) })).rejects.toThrow(EvaluatorBroken);
  });

  it('keeps of an outcome its scores and a bounded feedback', async () => {
    const outcome = {
      scores: { exact: 1 },
      feedback: `${'x'.repeat(3998)}😀${'y'.repeat(50_000_000)}`,
      more: 'z'.repeat(9999),
    };
    const { judged, trace } = await run(looksUp, { family: family({ evaluate: () => Promise.resolve(outcome) }) });
    expect(judged).toEqual({ scores: { exact: 1 }, feedback: `${'x'.repeat(3998)}…`, success: 1, solved: true });
    expect(trace.outcome).toEqual({ scores: { exact: 1 }, feedback: judged?.feedback });
  });

  it('a world that opens too late is closed, and its run is missing', async () => {
    const closed: number[] = [];
    let opened = 0;
    const open: TaskFamily['open'] = async () => {
      opened += 1;
      const number = opened;
      await sleep(60);
      return { tools: {}, close: () => Promise.resolve(void closed.push(number)) };
    };
    // As a command wires it.
    const guarded = guardFamily(family({ open }), 20);
    const { judged, trace } = await run(looksUp, { family: guarded, limits: { toolMs: 30 } });
    expect(judged).toBeUndefined();
    expect(trace.end).toMatchObject({
      message:
        'open() of family "toy" on case "train~word~amber" did not answer within 30 ms (limits.toolMs in the config).',
    });
    await sleep(100);
    expect(closed).toEqual([1, 2, 3]);
  });

  it('a world or an evaluator that hangs is named once', async () => {
    const hangs = (): Promise<never> => new Promise(() => undefined);
    const open: TaskFamily['open'] = async (input) => ({ ...(await toyFamily().open(input)), close: hangs });
    const closes = run(looksUp, {
      family: guardFamily(
        family({ open, evaluate: () => Promise.resolve({ scores: { exact: 0 }, feedback: '' }) }),
        20,
      ),
      limits: { toolMs: 30 },
    });
    await expect(closes).rejects.toThrow(
      /^close\(\) of family "toy" on case "train~word~amber" did not answer within 30 ms \(limits\.toolMs in the config\)\. Fix it/,
    );
  });

  it('an evaluator that throws is named with the place, once', async () => {
    const evaluate = (): never => {
      throw new TypeError('no luck');
    };
    const judged = run(looksUp, { family: guardFamily(family({ evaluate }), 20) });
    await expect(judged).rejects.toThrow(EvaluatorBroken);
    await expect(judged).rejects.toThrow(
      /^The evaluator of family "toy" on case "train~word~amber" failed: TypeError: no luck \(at .*run-case\.test\.ts:\d+\)\. Fix it/,
    );
  });

  it('an evaluator that says that the backend broke makes the run missing', async () => {
    const evaluate = () => Promise.reject(new BackendFault('The judge is down.'));
    const { judged, trace } = await run(looksUp, { family: family({ evaluate }) });
    expect([judged, trace.end]).toEqual([undefined, { kind: 'missing', message: 'The judge is down.' }]);
  });
});

describe('the model', () => {
  it('is not paid again for a call that was in flight when its run became missing', async () => {
    const before = server.calls.length;
    reply = () => ({ text: 'slow', delayMs: 150 });
    let failures = 1;
    const table: ToolFunction = async () => {
      await sleep(40);
      if (failures-- > 0) throw new BackendFault('down once');
      return 'quillon';
    };
    const asks = harness(
      "  const [found] = await Promise.all([rt.tools.table({ key: 'amber' }), rt.llm.chat([{ role: 'user', content: 'in flight' }])]);",
      '  return found;',
    );
    const { judged, trace } = await run(asks, { family: family({ table }), llm: model() });
    expect(judged?.solved).toBe(true);
    expect(trace.calls.find((call) => call.kind === 'llm')).toMatchObject({
      reply: { ok: true, value: 'slow' },
      cached: true,
    });
    expect(server.calls.length - before).toBe(1);
  });

  it('is asked again, with what was wrong, for a reply that does not fit', async () => {
    const before = server.calls.length;
    reply = (content) => ({
      text: content.includes('not of the asked shape') ? '```json\n{"n": 4}\n```' : '{"n": "four"}',
    });
    const asks = harness(
      "  const { n } = await rt.llm.predict({ instruction: 'Count.', input: 'four', output: s.object({ n: s.integer() }) });",
      '  return n.toString();',
    );
    const { trace } = await run(asks, { llm: model() });
    expect(trace.answer).toBe('4');
    expect(trace.usage.modelCalls).toBe(2);
    expect(
      server.calls
        .slice(before)
        .at(-1)
        ?.body.messages.map((message) => message.role),
    ).toEqual(['system', 'user', 'assistant', 'user']);
  });

  it('gives a typed error after the bounded repairs, for a cut reply, and for a schema with expressions of the harness’s own', async () => {
    const asks = (output: string): HarnessFiles =>
      harness(
        `  try { await rt.llm.predict({ instruction: 'Count.', input: 4, output: ${output} }); } catch (error) { return String(error); }`,
        "  return 'no error';",
      );
    reply = () => ({ text: 'never JSON' });
    const before = server.calls.length;
    expect((await run(asks('s.integer()'), { llm: model() })).trace.answer).toMatch(
      /^LlmError: The model gave no value of the asked shape in 3 attempts/,
    );
    expect(server.calls.length - before).toBe(3);
    reply = () => ({ text: '4', finish: 'length' });
    expect((await run(asks('s.integer()'), { llm: model() })).trace.answer).toBe(
      'LlmError: The reply was cut off at 64 output tokens.',
    );
    const pattern = "{ json: { type: 'string', pattern: '^(a+)+$' } } as any";
    expect((await run(asks(pattern), { llm: model() })).trace.answer).toMatch(
      /^LlmError: predict's output may not use pattern/,
    );
  });

  it.each<[string, string, RegExp]>([
    [
      'an output of endless parts',
      '{ instruction: "x", input: 1, output: { json: { anyOf: list } } }',
      /^LlmError: predict's output has more than 2000 values/,
    ],
    [
      'an output that no builder makes',
      '{ instruction: "x", input: 1, output: { json: { allOf: list.slice(0, 9) } } }',
      /^LlmError: predict's output may not use allOf/,
    ],
    [
      'an input of endless parts',
      '{ instruction: "x", input: list, output: s.string() }',
      /^LlmError: predict's input has more than 20000 values/,
    ],
  ])('refuses %s before the model or a schema sees it', async (_what, request, answer) => {
    const before = server.calls.length;
    const asks = harness(
      "  const list: any[] = []; for (let i = 0; i < 16_000; i += 1) list.push({ type: 'string' });",
      `  try { await rt.llm.predict(${request} as any); } catch (error) { return String(error); }`,
      "  return 'no error';",
    );
    expect((await run(asks, { llm: model() })).trace.answer).toMatch(answer);
    expect(server.calls.length).toBe(before);
  });

  it('that breaks the code which serves it ends its run as a crash, and nothing else', async () => {
    const asks = harness("  return await rt.llm.chat([{ role: 'user', content: 'x' }]);");
    const breaks = { ...model(), complete: () => Promise.reject(new RangeError('Maximum call stack size exceeded')) };
    const { trace, judged } = await run(asks, { llm: breaks });
    expect(trace.end).toEqual({
      kind: 'crash',
      message: expect.stringContaining(
        'The host could not serve model call chat: Maximum call stack size exceeded.',
      ) as string,
    });
    expect(judged).toMatchObject({ solved: false });
    const ours = { ...model(), complete: () => Promise.reject(new TypeError('a bug of the adapter')) };
    await expect(run(asks, { llm: ours })).rejects.toThrow('a bug of the adapter');
  });

  it('is called at most as often as the limit says, also in parallel', async () => {
    reply = () => ({ text: 'yes', delayMs: 20 });
    const before = server.calls.length;
    const asks = harness(
      "  await Promise.all([1, 2, 3, 4, 5].map((n) => rt.llm.chat([{ role: 'user', content: 'limit ' + n.toString() }])));",
      "  return '';",
    );
    const { trace } = await run(asks, { llm: model(), limits: { modelCalls: 3 } });
    expect(trace.end).toMatchObject({ kind: 'limit', limit: 'modelCalls' });
    expect(server.calls.length - before).toBe(3);
  });
});

describe('the limit of tokens', () => {
  it('counts calls in flight at their most, so that parallel ones do not overshoot it', async () => {
    reply = () => ({ text: 'yes', delayMs: 20, usage: { input: 1, output: 1, cached: 0 } });
    const before = server.calls.length;
    const asks = harness(
      "  await Promise.all([1, 2, 3, 4, 5, 6].map((n) => rt.llm.chat([{ role: 'user', content: 'tokens ' + n.toString() }])));",
      "  return '';",
    );
    // Each may bring 64.
    const { trace } = await run(asks, { llm: model(), limits: { tokens: 150 } });
    expect(trace.end).toMatchObject({ kind: 'limit', limit: 'tokens' });
    expect(server.calls.length - before).toBe(3);
  });

  it('gives back what a call did not bring', async () => {
    reply = () => ({ text: 'yes', usage: { input: 1, output: 1, cached: 0 } });
    const asks = harness(
      "  for (let n = 0; n < 6; n += 1) await rt.llm.chat([{ role: 'user', content: 'one by one ' + n.toString() }]);",
      "  return '';",
    );
    const { trace } = await run(asks, { llm: model(), limits: { tokens: 20 } });
    expect(trace.end.kind).toBe('answered');
    expect(trace.usage.modelCalls).toBe(6);
  });
});

describe('a tool’s result', () => {
  it('is recorded as it was when it crossed, whatever the family does with its object later', async () => {
    const state = { count: 0 };
    const table: ToolFunction = () => {
      state.count += 1;
      return state;
    };
    const twice = harness(
      "  await rt.tools.table({ key: 'a' });",
      "  await rt.tools.table({ key: 'b' });",
      "  return '';",
    );
    const { trace } = await run(twice, { family: family({ table, output: {} }) });
    expect(trace.calls.map((call) => call.reply)).toEqual([
      { ok: true, value: { count: 1 } },
      { ok: true, value: { count: 2 } },
    ]);
  });

  it.each<[string, unknown, RegExp]>([
    ['too large', 'x'.repeat(3000), /ToolError: table returned 3002 bytes; at most 2000 may cross/],
    ['a hole', undefined, /^null$/],
  ])('that is %s', async (_, value, answer) => {
    const asks = harness(
      "  try { return String(await rt.tools.table({ key: 'a' })); } catch (error) { return String(error); }",
    );
    // What a user's JavaScript may well return.
    const { trace } = await run(asks, {
      family: family({ table: () => value as Json, output: {} }),
      limits: { messageBytes: 2000 },
    });
    expect(trace.answer).toMatch(answer);
  });

  it.each<[string, unknown]>([
    ['a big integer', 1n],
    ['a function', () => 1],
  ])('that is %s stops everything', async (_, value) => {
    const asks = harness("  return await rt.tools.table({ key: 'a' });");
    await expect(run(asks, { family: family({ table: () => value as Json }) })).rejects.toThrow(EnvironmentBroken);
  });

  it.each<[string, Json]>([
    ['a number', 7],
    ['null', null],
    ['an object', { text: 'x' }],
  ])('that is %s where text is declared stops everything, and never crosses', async (_, value) => {
    const asks = harness("  return await rt.tools.table({ key: 'a' });");
    const ran = run(asks, { family: family({ table: () => value }) });
    await expect(ran).rejects.toThrow(/Tool "table" returned a value that the output schema of its family refuses/);
  });
});

it('a run is bounded in all the bytes that its calls leave with the host', async () => {
  const big = harness(
    "  for (let i = 0; i < 30; i += 1) { try { await rt.tools.table({ key: 'x'.repeat(20_000) }); } catch {} }",
    "  return '';",
  );
  const { trace } = await run(big, { limits: { totalBytes: 200_000 } });
  expect(trace.end).toMatchObject({ kind: 'limit', limit: 'totalBytes' });
  const { message } = trace.end as { message: string }; // of a limit
  expect(message).toMatch(
    /more than 200000 bytes together \(limits\.totalBytes\)\. Last seen in main\.ts:3 \(function main\)\.$/,
  );
  expect(JSON.stringify(trace.calls).length).toBeLessThan(220_000);
  // Small text that takes much room once it is read.
  const values = harness(
    '  for (let i = 0; i < 30; i += 1) { try { await rt.tools.table(Array.from({ length: 5_000 }, () => ({})) as any); } catch {} }',
    "  return '';",
  );
  const read = await run(values, { limits: { totalBytes: 1_000_000 } });
  expect(read.trace.end).toMatchObject({ kind: 'limit', limit: 'totalBytes' });
  expect(read.trace.calls.length).toBeLessThan(6);
});

it('an answer of the wrong shape is no answer, and counts', async () => {
  const { trace, judged } = await run(harness('  return 7 as any;'));
  expect(trace.end).toMatchObject({ kind: 'invalid-answer' });
  expect(trace.answer).toBeUndefined();
  expect(judged).toMatchObject({ solved: false });
});
