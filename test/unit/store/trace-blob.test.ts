import { mkdtempSync, copyFileSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../src/store/open-store.js';
import { StoreError } from '../../../src/store/store-error.js';
import { decodeTrace, encodeTrace } from '../../../src/store/trace-blob.js';
import { modernize } from '../../../src/store/trace-modernizers.js';
import { InputError } from '../../../src/task/error.js';
import { asFunctionId, runId, samplingSeed, traceDigest, versionId } from '../../../src/task/ids.js';
import type { Json } from '../../../src/task/json.js';
import type { Usage } from '../../../src/task/usage.js';
import type { CallReply, HostCall, RunEnd, Trace, TraceNode } from '../../../src/trace/trace.js';
import { TRACE_FORMAT } from '../../../src/trace/trace.js';
import { sampleTrace } from './sample-trace.js';

const SEED = 20261130;
const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/traces/${name}`, import.meta.url));

function roundTrip(trace: Trace): Trace {
  const { blob, payloads } = encodeTrace(trace);
  return decodeTrace(blob, (hash) => payloads.get(hash) ?? '', 'trace under test');
}

/** Strings with lone surrogates, NULs and everything else that UTF-16 allows. */
const text = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  maxLength: 12,
});
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
// JSON.parse gives JSON; its declared type is `any`.
const json = fc
  .oneof(fc.jsonValue({ stringUnit: 'binary' }), text)
  .map((value) => JSON.parse(JSON.stringify(value)) as Json);
// The empty tuple is what fast-check's type asks for.
const optional = { requiredKeys: [] as [] };
const usage: fc.Arbitrary<Usage> = fc.record({
  modelCalls: fc.nat(),
  inputTokens: fc.nat(),
  cachedTokens: fc.nat(),
  outputTokens: fc.nat(),
  costUsd: number,
});
const node: fc.Arbitrary<TraceNode> = fc
  .tuple(
    fc.record({
      id: fc.nat(),
      parent: fc.nat(),
      kind: fc.constantFrom<TraceNode['kind'][]>('function', 'llm', 'tool', 'return', 'error', 'note'),
      name: text,
    }),
    fc.record({ functionId: text.map(asFunctionId), detail: text, site: text }, optional),
  )
  .map(([base, extra]) => ({ ...base, ...extra }));
const reply: fc.Arbitrary<CallReply> = fc.oneof(
  json.map((value): CallReply => ({ ok: true, value })),
  fc.record({ name: text, message: text }).map((error): CallReply => ({ ok: false, error })),
);
const call: fc.Arbitrary<HostCall> = fc
  .tuple(
    fc.record({
      node: fc.nat(),
      kind: fc.constantFrom<HostCall['kind'][]>('llm', 'tool'),
      name: text,
      path: text,
      occurrence: fc.nat(),
      request: json,
    }),
    fc.record({ reply, usage, cached: fc.boolean(), durationMs: number }, optional),
  )
  .map(([base, extra]) => ({ ...base, ...extra }));
const end: fc.Arbitrary<RunEnd> = fc.oneof(
  fc.constant<RunEnd>({ kind: 'answered' }),
  text.map((message): RunEnd => ({ kind: 'crash', message })),
  text.map((message): RunEnd => ({ kind: 'missing', message })),
  text.map((message): RunEnd => ({ kind: 'invalid-answer', message })),
  text.map((message): RunEnd => ({ kind: 'limit', limit: 'loopFuel', message })),
  text.map((message): RunEnd => ({ kind: 'guest-error', name: 'E', message, site: 'main.ts:1:1' })),
  text.map((message): RunEnd => ({ kind: 'guest-error', name: 'E', message })),
);
const scores = fc.dictionary(
  fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
  number,
  {
    noNullPrototype: true,
  },
);
/** Names every member that a trace can have, so that a new one must be added here and is then seen to survive. */
const members: { readonly [K in keyof Required<Trace>]: fc.Arbitrary<Required<Trace>[K]> } = {
  format: fc.constant(TRACE_FORMAT),
  version: text.map(versionId),
  seed: text.map(samplingSeed),
  task: json,
  nodes: fc.array(node, { maxLength: 12 }),
  droppedNodes: fc.nat(),
  calls: fc.array(call, { maxLength: 6 }),
  answer: json,
  end,
  outcome: fc.record({ scores, feedback: text }),
  usage,
  wallMs: number,
};
const { answer, outcome, ...required } = members;
const trace: fc.Arbitrary<Trace> = fc
  .tuple(fc.record(required), fc.record({ answer, outcome }, optional))
  .map(([base, extra]) => ({ ...base, ...extra }));

describe('the stored trace', () => {
  it(`gives every trace back (seed ${String(SEED)})`, () => {
    fc.assert(
      fc.property(trace, (given) => {
        expect(roundTrip(given)).toEqual(given);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it('gives an empty trace and a huge one back', () => {
    const sample = sampleTrace('Bila', 5);
    const { answer: _answer, outcome: _outcome, ...rest } = sample;
    const empty: Trace = { ...rest, nodes: [], calls: [], task: '', end: { kind: 'missing', message: '' } };
    expect(roundTrip(empty)).toEqual(empty);
    const huge: Trace = { ...sample, answer: '\ud800é'.repeat(1_000_000), task: ['x'.repeat(2_000_000)] };
    expect(roundTrip(huge)).toEqual(huge);
  });

  it('keeps the order of keys in requests and replies', () => {
    const sample = sampleTrace('Bila', 5);
    const request = { z: 1, a: { y: 1, b: 2 } };
    const given: Trace = {
      ...sample,
      calls: [{ node: 5, kind: 'tool', name: 't', path: 'main>t', occurrence: 0, request }],
    };
    expect(JSON.stringify(roundTrip(given).calls[0]?.request)).toBe(JSON.stringify(request));
  });

  it('names the payload texts by their hash and holds none of them', () => {
    const { blob, payloads } = encodeTrace(sampleTrace('Bila', 40));
    expect(payloads.size).toBe(8);
    const asked: string[] = [];
    decodeTrace(
      blob,
      (hash) => {
        asked.push(hash);
        return payloads.get(hash) ?? '';
      },
      'trace',
    );
    expect(new Set(asked)).toEqual(new Set(payloads.keys()));
  });

  it.each([
    ['empty', Buffer.alloc(0)],
    ['something else', Buffer.from('SQLite format 3')],
    ['cut short', encodeTrace(sampleTrace('Bila')).blob.subarray(0, 200)],
    ['without a body', encodeTrace(sampleTrace('Bila')).blob.subarray(0, 6)],
  ])('says that bytes are damaged when they are %s', (_what, bytes) => {
    expect(() => decodeTrace(bytes, () => '{}', 'trace t in runs.db')).toThrow(StoreError);
    expect(() => decodeTrace(bytes, () => '{}', 'trace t in runs.db')).toThrow(/trace t in runs\.db is damaged/);
  });

  it('raises nothing but its own errors for flipped bytes', () => {
    const { blob, payloads } = encodeTrace(sampleTrace('Bila'));
    for (let at = 0; at < blob.length; at += 7) {
      const bad = Buffer.from(blob);
      bad.writeUInt8(bad.readUInt8(at) ^ 0xff, at);
      try {
        decodeTrace(bad, (hash) => payloads.get(hash) ?? '""', 'trace');
      } catch (error) {
        expect(error instanceof StoreError || error instanceof InputError, String(error)).toBe(true);
      }
    }
  });
});

describe('frozen formats', () => {
  it('reads format 1', () => {
    const expected: unknown = JSON.parse(readFileSync(fixture('format-1.json'), 'utf8'));
    const payloads = new Map<string, string>(
      // The fixture holds an object of strings.
      Object.entries(JSON.parse(readFileSync(fixture('format-1.payloads.json'), 'utf8')) as Record<string, string>),
    );
    const bytes = readFileSync(fixture('format-1.trace'));
    expect(decodeTrace(bytes, (hash) => payloads.get(hash) ?? '', 'fixture')).toEqual(expected);
  });

  it('reads a whole store of schema 1', () => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-schema-'));
    copyFileSync(fixture('schema-1.sqlite'), join(folder, 'runs.db'));
    const store = openStore(join(folder, 'runs.db'));
    try {
      const run = runId('frozen');
      expect(store.runs()).toMatchObject([{ id: run, transitions: 2, lastKind: 'collected' }]);
      const [measurement] = store.measurements(run);
      const expected: unknown = JSON.parse(readFileSync(fixture('format-1.json'), 'utf8'));
      expect(store.trace(measurement?.trace ?? traceDigest(''))).toEqual(expected);
      expect(store.files(versionId('v1'))).toEqual({ 'main.ts': 'export const frozen = true;\n' });
      expect(store.response('key')).toEqual({ text: 'kept' });
      expect(store.spent(run)).toMatchObject({ modelCalls: 1, inputTokens: 10, costUsd: 0.25 });
      expect(store.elapsedMs(run)).toBe(1_000);
    } finally {
      store.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('says of a format from the future that Espalier must be upgraded', () => {
    const bytes = readFileSync(fixture('format-99.trace'));
    expect(() => decodeTrace(bytes, () => '', 'trace t')).toThrow(InputError);
    expect(() => decodeTrace(bytes, () => '', 'trace t')).toThrow(/format 99.*up to 1.*Upgrade Espalier/s);
  });

  it('brings an old body up step by step', () => {
    const steps = [(b: unknown) => `${String(b)}>2`, (b: unknown) => `${String(b)}>3`];
    expect([1, 2, 3].map((format) => modernize(String(format), format, steps))).toEqual(['1>2>3', '2>3', '3']);
  });
});
