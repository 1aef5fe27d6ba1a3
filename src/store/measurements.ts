import type { Measurement, RunStore } from '../ports/store.js';
import { sha256 } from '../task/hash.js';
import type { FunctionId, RunId, SamplingSeed, TraceDigest, VersionId } from '../task/ids.js';
import { samplingSeed, traceDigest, versionId } from '../task/ids.js';
import type { Judged } from '../task/outcome.js';
import { traceMeaning } from '../trace/digest.js';
import { touchedFunctions } from '../trace/touched.js';
import type { Trace } from '../trace/trace.js';
import type { Connection } from './connection.js';
import type { Packed } from './packed.js';
import { packJson, unpackJson } from './packed.js';
import { sealOf } from './seal.js';
import type { Payloads } from './payloads.js';
import { StoreError } from './store-error.js';
import { decodeTrace, encodeTrace } from './trace-blob.js';

interface MeasurementRow {
  readonly seed: string;
  readonly version: string;
  readonly phase: string;
  readonly digest: string;
  readonly judged: Packed | null;
}

/** Finished runs of the harness, their traces, and which functions each trace touched. */
export function measurementsOf(
  { db, file, attempt }: Connection,
  payloads: Payloads,
): Pick<RunStore, 'putMeasurement' | 'measurement' | 'measurements' | 'trace' | 'touching'> {
  const findTrace = db.prepare<[string], { id: number }>('SELECT id FROM trace WHERE digest = ?');
  const insertTrace = db.prepare<[string, Buffer, string]>('INSERT INTO trace (digest, blob, seal) VALUES (?, ?, ?)');
  const insertTouched = db.prepare<[string, number, string]>(
    'INSERT INTO touched (function, trace, seal) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const insert = db.prepare<[string, string, string, string, number, Packed | null, string]>(
    'INSERT INTO measurement (run, seed, version, phase, trace, judged, seal) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const columns = `SELECT seed, version, phase, digest, judged FROM measurement JOIN trace ON trace.id = measurement.trace`;
  const select = db.prepare<[string, string, string], MeasurementRow>(
    `${columns} WHERE run = ? AND seed = ? AND version = ?`,
  );
  const selectAll = db.prepare<[string], MeasurementRow>(`${columns} WHERE run = ? ORDER BY measurement.id`);
  const selectBlob = db.prepare<[string], { blob: Buffer }>('SELECT blob FROM trace WHERE digest = ?');
  const selectTouching = db.prepare<[string, string], { digest: string }>(
    `SELECT digest FROM touched JOIN measurement ON measurement.trace = touched.trace JOIN trace ON trace.id = touched.trace
     WHERE function = ? AND run = ? GROUP BY touched.trace ORDER BY min(measurement.id)`,
  );

  const keepTrace = (digest: TraceDigest, trace: Trace): number => {
    const found = findTrace.get(digest);
    if (found !== undefined) return found.id;
    const { blob, payloads: texts } = encodeTrace(trace);
    for (const [hash, text] of texts) payloads.keep(hash, text);
    const id = Number(insertTrace.run(digest, blob, sealOf('trace', [digest, blob])).lastInsertRowid);
    for (const touched of touchedFunctions(trace.nodes))
      insertTouched.run(touched, id, sealOf('touched', [touched, digest]));
    return id;
  };

  const put = db.transaction((run: RunId, measurement: Measurement, trace: Trace) => {
    const { seed, version, phase, judged } = measurement;
    if (select.get(run, seed, version) !== undefined) return;
    const digest = sha256(traceMeaning(trace));
    if (digest !== measurement.trace) {
      throw new StoreError(
        'misuse',
        `Expected the trace ${measurement.trace} for a measurement in ${file}, got one with the digest ${digest}. Give the measurement the digest of its own trace.`,
      );
    }
    const traceId = keepTrace(measurement.trace, trace);
    const packed = judged === undefined ? null : packJson(judged);
    const seal = sealOf('measurement', [run, seed, version, phase, digest, packed]);
    insert.run(run, seed, version, phase, traceId, packed, seal);
  });

  return {
    putMeasurement(run: RunId, measurement: Measurement, trace: Trace): void {
      attempt(`keep a measurement of the run ${run}`, () => {
        put.immediate(run, measurement, trace);
      });
    },
    measurement: (run: RunId, seed: SamplingSeed, version: VersionId): Measurement | undefined =>
      attempt(`read a measurement of the run ${run}`, () => {
        const row = select.get(run, seed, version);
        return row && toMeasurement(row, file);
      }),
    measurements: (run: RunId): readonly Measurement[] =>
      attempt(`read the measurements of the run ${run}`, () =>
        selectAll.all(run).map((row) => toMeasurement(row, file)),
      ),
    trace: (digest: TraceDigest): Trace | undefined =>
      attempt(`read the trace ${digest}`, () => {
        const row = selectBlob.get(digest);
        return row && decodeTrace(row.blob, payloads.text, `trace ${digest} in ${file}`);
      }),
    touching: (run: RunId, id: FunctionId): readonly TraceDigest[] =>
      attempt(`find the traces of ${id}`, () => selectTouching.all(id, run).map((row) => traceDigest(row.digest))),
  };
}

const toMeasurement = (row: MeasurementRow, file: string): Measurement => ({
  seed: samplingSeed(row.seed),
  version: versionId(row.version),
  phase: row.phase,
  trace: traceDigest(row.digest),
  // Written by `putMeasurement` from a judged outcome, and never changed.
  ...(row.judged === null
    ? {}
    : { judged: unpackJson(row.judged, `measurement under seed ${row.seed} in ${file}`) as unknown as Judged }),
});
