import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAiModel } from '../../../src/llm/openai-model.js';
import { DEFAULT_LIMITS } from '../../../src/measure/default-limits.js';
import { runCase } from '../../../src/measure/run-case.js';
import type { GateRecord } from '../../../src/ports/gate-record.js';
import type { HarnessFiles } from '../../../src/ports/interface.js';
import { checkRecord } from '../../../src/replay/check-record.js';
import { rederive } from '../../../src/replay/gate-verdict.js';
import { replayRun, type ReplayedRun } from '../../../src/replay/replay-run.js';
import { samplingSeed } from '../../../src/task/ids.js';
import type { Trace } from '../../../src/trace/trace.js';
import { type ChatServer, startChatServer } from '../../fixtures/chat-server.js';
import { toyReplies, toySplits } from '../../fixtures/toy-family.js';
import { openToyBed, type ToyBed, type ToyPlace, wholeRun } from '../../fixtures/toy-run.js';
import { harness, toyBench } from '../measure/toy-bench.js';

let bed: ToyBed;
let server: ChatServer;
let place: ToyPlace;
let record: GateRecord;

beforeAll(async () => {
  bed = openToyBed();
  server = await startChatServer((body, ordinal) => ({
    text: `${String(ordinal)} of ${body.messages[0]?.content ?? ''}`,
  }));
  const llm = openAiModel({ model: 'toy', baseUrl: server.baseUrl });
  place = await wholeRun(bed, { llm, replies: toyReplies({ model: true }) });
  record = place.journal().find((entry) => entry.kind === 'rolled-back')?.body as unknown as GateRecord; // what the gate wrote
}, 60_000);
afterAll(async () => {
  place.close();
  await server.close();
  await bed.close();
});

const limits = { ...DEFAULT_LIMITS, wallMs: 10_000 };
const tools = ['table', 'add'];

async function recorded(files: HarnessFiles): Promise<Trace> {
  const [item] = toySplits().train;
  if (!item) throw new Error('The toy family has training tasks.');
  const llm = openAiModel({ model: 'toy', baseUrl: server.baseUrl });
  return (await runCase(toyBench(bed, { llm }), await bed.warm.get(files), item, samplingSeed('ab'.repeat(32)))).trace;
}

const replayed = async (files: HarnessFiles, trace: Trace): Promise<ReplayedRun> =>
  replayRun(bed.sandbox, await bed.warm.get(files), trace, tools, limits);

describe('a run from its recorded calls', () => {
  it.each<[string, readonly string[]]>([
    [
      'with model and tools, some of them at once',
      [
        "  const said = await Promise.all(['a', 'b'].map((who) => rt.llm.chat([{ role: 'user', content: who }])));",
        "  return said.join() + (await rt.tools.table({ key: 'amber' })) + Date.now().toString() + Math.random().toString();",
      ],
    ],
    [
      'with a call that nobody waited for',
      ["  void rt.llm.chat([{ role: 'user', content: 'stray' }]);", "  return '';"],
    ],
    [
      'that catches a tool’s error',
      ["  try { await rt.tools.table({ key: 'no' }); } catch (error) { return String(error); }", "  return '';"],
    ],
    ['that throws', ["  throw new Error('on purpose');"]],
    ['whose answer has the wrong shape', ['  return 7 as any;']],
  ])('comes out as it was, %s', async (_, body) => {
    const files = harness(...body);
    const trace = await recorded(files);
    const before = server.calls.length;
    expect(await replayed(files, trace)).toEqual({ same: true });
    expect(server.calls.length).toBe(before);
  });

  it('tells where it differs', async () => {
    const asks = (key: string): HarnessFiles => harness(`  return await rt.tools.table({ key: '${key}' });`);
    const trace = await recorded(asks('amber'));
    expect(await replayed(asks('birch'), trace)).toEqual({
      same: false,
      difference: 'call 1: recorded tool table {"key":"amber"}, replayed tool table {"key":"birch"}',
    });
    const other = { ...trace, answer: 'another' };
    expect(await replayed(asks('amber'), other)).toMatchObject({
      same: false,
      difference: 'answer: recorded "another", replayed "quillon"',
    });
    const silent = harness("  return 'quillon';");
    expect(await replayed(silent, trace)).toMatchObject({ same: false });
  });
});

describe('a gate from its record', () => {
  it('gives its verdict and figures again', () => {
    expect(record).toMatchObject({ format: 2, acted: 'rolled-back' });
    expect(rederive(record)).toMatchObject({ kind: 'decided', decision: { verdict: record.verdict } });
    expect(checkRecord(record)).toEqual([]);
  });

  it('names a score that was changed by hand', () => {
    const tasks = record.tasks.map((task) => ({
      ...task,
      candidate: { ...task.candidate, successes: task.candidate.successes.map(() => 1) },
    }));
    const fields = checkRecord({ ...record, tasks }).map((one) => one.field);
    expect(fields).toEqual(expect.arrayContaining(['verdict', 'digest']));
  });

  it('keeps the order of its members, so that git diffs read well', () => {
    expect(Object.keys(record)).toEqual([
      ...['format', 'run', 'gate', 'final', 'rule', 'verdict', 'acted', 'reason', 'settings', 'statistic', 'coverage'],
      ...['decided', 'candidate', 'checkpoint', 'cost', 'changed', 'rejectedTag', 'stateBefore', 'stateAfter'],
      ...['checkpointState', 'tasks', 'digest'],
    ]);
  });
});
