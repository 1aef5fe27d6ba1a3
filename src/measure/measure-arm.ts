import type { Case } from '../task/case.js';
import { samplingSeed, traceDigest, type RunId, type TraceDigest } from '../task/ids.js';
import { hashOf, sha256 } from '../task/hash.js';
import type { Judged } from '../task/outcome.js';
import type { Usage } from '../task/usage.js';
import { traceMeaning } from '../trace/digest.js';
import type { Trace } from '../trace/trace.js';
import type { Prepared } from '../ports/sandbox.js';
import type { RunStore } from '../ports/store.js';
import type { Bench } from './bench.js';
import { mapConcurrent } from './concurrent.js';
import { refusedModel } from './refused-model.js';
import { runCase } from './run-case.js';
import { type RunKey, seedOf } from './sampling-seed.js';

/** Keeps finished runs; without one (`eval`, `run`) nothing outlives the process. */
export interface Archive {
  readonly store: RunStore;
  readonly run: RunId;
}

/** One case's result in one arm. `judged` is missing when the run is; then `why` says what broke. */
export interface MeasuredCase {
  readonly item: Case;
  readonly trace: TraceDigest;
  readonly judged?: Judged;
  readonly why?: string;
  /** Set when the model refused a call that it cannot serve, such as any call with the model `none`. */
  readonly refused?: string;
  readonly usage: Usage;
}

/** The digest under which a trace is stored. */
export const digestOf = (trace: Trace): TraceDigest => traceDigest(sha256(traceMeaning(trace)));

/**
 * Runs one case under its key, or takes the result that an earlier sitting stored under it.
 * @throws what runCase throws.
 */
export async function measureCase(
  bench: Bench,
  archive: Archive | undefined,
  prepared: Prepared,
  item: Case,
  key: RunKey,
  signal?: AbortSignal,
): Promise<MeasuredCase> {
  const seed = seedOf(key);
  const kept = archive?.store.measurement(archive.run, seed, prepared.version);
  if (kept?.judged && archive) {
    const trace = archive.store.trace(kept.trace);
    if (trace) return { item, trace: kept.trace, judged: kept.judged, ...refusal(trace), usage: trace.usage };
  }
  const { trace, judged } = bench.runner
    ? await bench.runner(prepared, item, seed, signal)
    : await runCase(bench, prepared, item, seed, signal);
  const digest = digestOf(trace);
  const { version } = prepared;
  const kind = { version, phase: key.phase, trace: digest };
  if (judged) archive?.store.putMeasurement(archive.run, { ...kind, seed, judged }, trace);
  // A missing run's trace is kept beside the place of its result, which stays open for a later sitting.
  else archive?.store.putMeasurement(archive.run, { ...kind, seed: samplingSeed(hashOf({ missing: digest })) }, trace);
  const why = trace.end.kind === 'missing' ? { why: trace.end.message } : {};
  return { item, trace: digest, ...(judged ? { judged } : why), ...refusal(trace), usage: trace.usage };
}

function refusal(trace: Trace): { readonly refused?: string } {
  const refused = refusedModel(trace);
  return refused === undefined ? {} : { refused };
}

/** Runs one arm over many cases; results in the order of the cases. */
export async function measureArm(
  bench: Bench,
  archive: Archive | undefined,
  prepared: Prepared,
  cases: readonly Case[],
  key: Omit<RunKey, 'case'>,
  onCase?: (measured: MeasuredCase) => void,
): Promise<readonly MeasuredCase[]> {
  return mapConcurrent(cases, bench.concurrency, async (item) => {
    const measured = await measureCase(bench, archive, prepared, item, { ...key, case: item.id });
    onCase?.(measured);
    return measured;
  });
}
