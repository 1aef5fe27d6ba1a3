import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalEntry, RunRecord, RunStore } from '../../src/ports/store.js';
import { openStore } from '../../src/store/open-store.js';
import { StoreError } from '../../src/store/store-error.js';
import { InputError } from '../../src/task/error.js';
import { asFunctionId, runId, samplingSeed, stateHash, traceDigest, versionId } from '../../src/task/ids.js';
import { digestOf, sampleFunction, sampleTrace } from '../unit/store/sample-trace.js';

const run = runId('oak-1');
const head: RunRecord = {
  id: run,
  startedAt: 1_790_000_000_000,
  family: 'corpus',
  isolation: 'process',
  options: { window: 10, note: 'a lone \ud800 surrogate' },
};
const entry = (ordinal: number, kind = 'collected'): JournalEntry => ({
  ordinal,
  kind,
  body: { ordinal, text: 'é\u0000\udfff' },
  state: { window: Array.from({ length: 40 }, (_, i) => `task-${String(i)}`) },
  stateHash: stateHash(`hash-${String(ordinal)}`),
  at: 1_790_000_000_000 + ordinal,
});
const judged = { scores: { evidence: 1 }, feedback: 'fine', success: 1, solved: true };

let folder: string;
let file: string;
let store: RunStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-store-'));
  file = join(folder, 'runs.db');
  store = openStore(file);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});
const reopen = (): void => {
  store.close();
  store = openStore(file);
};

describe('runs', () => {
  it('keeps the head of a run as it was written', () => {
    expect(store.run(run)).toBeUndefined();
    store.createRun(head);
    reopen();
    expect(store.run(run)).toEqual(head);
  });

  it('refuses a second run of the same id and keeps the first', () => {
    store.createRun(head);
    expect(() => store.createRun({ ...head, family: 'other' })).toThrow(InputError);
    expect(store.run(run)?.family).toBe('corpus');
  });

  it('lists runs by their start, with how far they came', () => {
    store.createRun(head);
    store.createRun({ ...head, id: runId('older'), startedAt: 5 });
    store.append(run, entry(1, 'seeded'));
    store.append(run, entry(2, 'collected'));
    expect(store.runs().map(({ id, transitions, lastKind }) => ({ id, transitions, lastKind }))).toEqual([
      { id: 'older', transitions: 0, lastKind: '' },
      { id: run, transitions: 2, lastKind: 'collected' },
    ]);
  });

  it('adds up the time of sittings', () => {
    store.createRun(head);
    expect(store.elapsedMs(run)).toBe(0);
    store.addElapsed(run, 1_500.5);
    reopen();
    store.addElapsed(run, 500);
    expect(store.elapsedMs(run)).toBe(2_000.5);
  });
});

describe('journal', () => {
  beforeEach(() => {
    store.createRun(head);
  });

  it('gives transitions back in order and whole', () => {
    const written = [1, 2, 3].map((ordinal) => entry(ordinal));
    for (const item of written) store.append(run, item);
    reopen();
    expect(store.journal(run)).toEqual(written);
    expect(store.journal(runId('nobody'))).toEqual([]);
  });

  it.each([0, 1, 3])('refuses transition %i where 2 is next', (ordinal) => {
    store.append(run, entry(1));
    expect(() => store.append(run, entry(ordinal))).toThrow(/Expected transition 2 .* got/s);
    expect(store.journal(run)).toHaveLength(1);
  });

  it('writes versions together with their transition, or neither', () => {
    const version = versionId('v1');
    const files = { 'main.ts': 'export const é = 1;\n', 'hops/second.ts': '' };
    expect(() => store.append(run, entry(7), [{ version, files }])).toThrow(StoreError);
    expect(store.files(version)).toBeUndefined();
    store.append(run, entry(1), [{ version, files }]);
    store.append(run, entry(2), [{ version, files }]);
    reopen();
    expect(store.files(version)).toEqual(files);
  });

  it('refuses a transition of a run that is not there', () => {
    expect(() => store.append(runId('nobody'), entry(1))).toThrow(/never created/);
  });

  it('lets nobody change or delete what is journaled, not even in SQL', () => {
    store.append(run, entry(1));
    const raw = new Database(file);
    raw.pragma('recursive_triggers = ON');
    expect(() => raw.exec("UPDATE transition SET kind = 'x'")).toThrow(/append-only/);
    expect(() => raw.exec('DELETE FROM transition')).toThrow(/append-only/);
    expect(() => raw.exec("UPDATE run SET family = 'x'")).toThrow(/written once/);
    expect(() => raw.exec('DELETE FROM run')).toThrow(/never deleted/);
    raw.close();
    expect(store.journal(run)).toEqual([entry(1)]);
  });
});

describe('measurements', () => {
  const measure = (name: string, phase = 'collect') => {
    const trace = sampleTrace(name);
    return {
      trace,
      measurement: { seed: trace.seed, version: trace.version, phase, trace: digestOf(trace), judged },
    };
  };
  beforeEach(() => {
    store.createRun(head);
  });

  it('keeps measurement and trace', () => {
    const { measurement, trace } = measure('Bila');
    store.putMeasurement(run, measurement, trace);
    reopen();
    expect(store.measurement(run, measurement.seed, measurement.version)).toEqual(measurement);
    expect(store.trace(measurement.trace)).toEqual(trace);
    expect(store.trace(traceDigest('none'))).toBeUndefined();
    expect(store.measurement(run, samplingSeed('none'), measurement.version)).toBeUndefined();
  });

  it('keeps the first of two with the same seed and version', () => {
    const { measurement, trace } = measure('Bila');
    store.putMeasurement(run, measurement, trace);
    store.putMeasurement(run, measurement, trace);
    const other = { ...trace, answer: 'another' };
    store.putMeasurement(run, { ...measurement, trace: digestOf(other) }, other);
    expect(store.measurements(run)).toEqual([measurement]);
    expect(store.trace(digestOf(other))).toBeUndefined();
  });

  it('keeps a missing run without an outcome', () => {
    const { measurement, trace } = measure('Bila');
    const { judged: _judged, ...missing } = measurement;
    store.putMeasurement(run, missing, trace);
    expect(store.measurements(run)).toEqual([missing]);
    expect(store.measurements(run)[0]).not.toHaveProperty('judged');
  });

  it('refuses a trace that has another digest', () => {
    const { measurement } = measure('Bila');
    expect(() => store.putMeasurement(run, measurement, sampleTrace('Cerna'))).toThrow(/digest/);
    expect(store.measurements(run)).toEqual([]);
  });

  it('refuses a trace that it could not give back', () => {
    const trace = { ...sampleTrace('Bila'), wallMs: Number.NaN };
    const measurement = { seed: trace.seed, version: trace.version, phase: 'collect', trace: digestOf(trace) };
    expect(() => store.putMeasurement(run, measurement, trace)).toThrow(/wallMs/);
    expect(store.measurements(run)).toEqual([]);
  });

  it('finds the traces of this run that touched a function, oldest first', () => {
    const other = runId('other');
    store.createRun({ ...head, id: other });
    const [first, second, third] = [measure('Z'), measure('A'), measure('M')];
    store.putMeasurement(run, first.measurement, first.trace);
    store.putMeasurement(run, second.measurement, second.trace);
    store.putMeasurement(other, third.measurement, third.trace);
    expect(store.touching(run, sampleFunction(3))).toEqual([digestOf(first.trace), digestOf(second.trace)]);
    expect(store.touching(other, sampleFunction(3))).toEqual([digestOf(third.trace)]);
    expect(store.touching(run, asFunctionId('main.ts#nobody'))).toEqual([]);
  });

  it('keeps equal requests and replies once', () => {
    const { measurement, trace } = measure('Bila');
    store.putMeasurement(run, measurement, trace);
    const again = { ...trace, seed: samplingSeed('other seed') };
    store.putMeasurement(run, { ...measurement, seed: again.seed, trace: digestOf(again) }, again);
    const raw = new Database(file, { readonly: true });
    const count = raw.prepare<[], { n: number }>('SELECT count(*) AS n FROM payload').get()?.n;
    raw.close();
    expect(count).toBe(new Set(trace.calls.flatMap((c) => [JSON.stringify(c.request), JSON.stringify(c.reply)])).size);
    expect(store.trace(digestOf(again))).toEqual(again);
  });
});

describe('spend and responses', () => {
  const worst = { what: 'model', calls: 3, costUsd: 0.5 } as const;
  const actual = { what: 'model', calls: 1, costUsd: 0.125, inputTokens: 100, outputTokens: 10 } as const;
  const none = {
    modelCalls: 0,
    optimizerCalls: 0,
    inputTokens: 0,
    outputTokens: 0,
    modelUsd: 0,
    optimizerUsd: 0,
    costUsd: 0,
  };
  beforeEach(() => {
    store.createRun(head);
  });

  it('counts a reservation at its worst until it is settled, also after a reopening', () => {
    expect(store.spent(run)).toEqual(none);
    const id = store.reserve(run, worst);
    reopen();
    expect(store.spent(run)).toEqual({ ...none, modelCalls: 3, modelUsd: 0.5, costUsd: 0.5 });
    store.settle(id, actual);
    expect(store.spent(run)).toEqual({
      ...none,
      modelCalls: 1,
      inputTokens: 100,
      outputTokens: 10,
      modelUsd: 0.125,
      costUsd: 0.125,
    });
  });

  it('adds models and optimizers, by run', () => {
    store.createRun({ ...head, id: runId('other') });
    store.settle(store.reserve(run, worst), actual);
    store.settle(store.reserve(run, worst), actual);
    store.settle(store.reserve(run, { ...worst, what: 'optimizer' }), { ...actual, what: 'optimizer', costUsd: 2 });
    store.reserve(run, { what: 'optimizer', calls: 1, costUsd: 1 });
    store.reserve(runId('other'), worst);
    expect(store.spent(run)).toEqual({
      modelCalls: 2,
      optimizerCalls: 2,
      inputTokens: 300,
      outputTokens: 30,
      modelUsd: 0.25,
      optimizerUsd: 3,
      costUsd: 3.25,
    });
  });

  it('forgets a released reservation', () => {
    store.release(store.reserve(run, worst));
    expect(store.spent(run)).toEqual(none);
  });

  it('refuses to settle or release what is not open, and keeps no reply of it', () => {
    const id = store.reserve(run, worst);
    store.settle(id, actual);
    expect(() => store.settle(id, actual, { key: 'k', value: 1 })).toThrow(StoreError);
    expect(() => store.release(id)).toThrow(StoreError);
    expect(() => store.release(99)).toThrow(StoreError);
    expect(store.response('k')).toBeUndefined();
    expect(store.spent(run).modelCalls).toBe(1);
  });

  it('never gives a released id to another reservation', () => {
    const id = store.reserve(run, worst);
    store.release(id);
    expect(store.reserve(run, worst)).not.toBe(id);
  });

  it('keeps the reply with the settlement, and the first reply of a key', () => {
    expect(store.response('k')).toBeUndefined();
    const value = { text: 'x'.repeat(5_000), odd: '\ud83d' };
    store.settle(store.reserve(run, worst), actual, { key: 'k', value });
    store.settle(store.reserve(run, worst), actual, { key: 'k', value: 'later' });
    store.settle(store.reserve(run, worst), actual, { key: 'null', value: null });
    reopen();
    expect(store.response('k')).toEqual(value);
    expect(store.response('null')).toBeNull();
  });
});
