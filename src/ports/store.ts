import type { FunctionId, RunId, SamplingSeed, StateHash, TraceDigest, VersionId } from '../task/ids.js';
import type { Json } from '../task/json.js';
import type { Judged } from '../task/outcome.js';
import type { TestOpening } from '../task/sealed-cases.js';
import type { Trace } from '../trace/trace.js';
import type { HarnessFiles } from './interface.js';

/** The head of a run: what it was started with. Written once. */
export interface RunRecord {
  readonly id: RunId;
  /** Milliseconds since the epoch; commits are dated from it. */
  readonly startedAt: number;
  readonly family: string;
  readonly isolation: string;
  /** The options and everything else that the run's meaning hangs on, as JSON. */
  readonly options: Json;
}

/** One transition of a run. `state` is the whole growing state after it; `stateHash` its hash. */
export interface JournalEntry {
  /** From 1, without gaps. */
  readonly ordinal: number;
  readonly kind: string;
  readonly body: Json;
  readonly state: Json;
  readonly stateHash: StateHash;
  /** Milliseconds since the epoch; left out of every hash. */
  readonly at: number;
}

/** One finished run of the harness, by its sampling seed. */
export interface Measurement {
  readonly seed: SamplingSeed;
  readonly version: VersionId;
  /** Where it was made: `collect`, `verify`, `gate`, `test`. */
  readonly phase: string;
  readonly trace: TraceDigest;
  /** Missing when the run is missing. */
  readonly judged?: Judged;
}

export interface SpendEntry {
  readonly what: 'model' | 'optimizer';
  readonly calls: number;
  readonly costUsd: number;
}

/** What a run has spent, settled and still reserved together. */
export interface SpendTotal {
  readonly modelCalls: number;
  readonly optimizerCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What the deployed model's calls cost, US dollars; 0 for calls without a price. */
  readonly modelUsd: number;
  /** What the optimizer's calls cost, US dollars; 0 for calls without a price. */
  readonly optimizerUsd: number;
  /** The sum of both. */
  readonly costUsd: number;
}

/** What a check of every row of a store found. Rows of a store from before rows were sealed have none. */
export interface SealReport {
  readonly rows: number;
  readonly unsealed: number;
  /** Rows that are not what was written, by table and by what names them. */
  readonly damaged: readonly { readonly table: string; readonly row: string }[];
}

export interface RunSummary extends RunRecord {
  readonly transitions: number;
  readonly lastKind: string;
}

/** Append-only journal and snapshots in SQLite; the truth of a run. Every write is one transaction. */
export interface RunStore {
  /** Writes the head of a run, with the versions that it begins with, in one transaction. @throws InputError when a run of this id exists. */
  createRun(run: RunRecord, versions?: readonly { readonly version: VersionId; readonly files: HarnessFiles }[]): void;
  runs(): readonly RunSummary[];
  run(id: RunId): RunRecord | undefined;

  /** Appends one transition, with the versions and rejected edit sets it brings, in one transaction. @throws when `ordinal` is not the next. */
  append(
    run: RunId,
    entry: JournalEntry,
    versions?: readonly { readonly version: VersionId; readonly files: HarnessFiles }[],
  ): void;
  journal(run: RunId): readonly JournalEntry[];
  files(version: VersionId): HarnessFiles | undefined;

  /** Stores a finished run with its trace and touched functions, in one transaction. Idempotent by seed and version. */
  putMeasurement(run: RunId, measurement: Measurement, trace: Trace): void;
  measurement(run: RunId, seed: SamplingSeed, version: VersionId): Measurement | undefined;
  measurements(run: RunId): readonly Measurement[];
  trace(digest: TraceDigest): Trace | undefined;
  /** Digests of this run's traces that touched a function, oldest first. */
  touching(run: RunId, id: FunctionId): readonly TraceDigest[];

  /** Journals one reading of the test split, before its cases are read. Append-only. */
  putTestOpening(opening: TestOpening): void;
  /** Every reading of a test split that this store knows, oldest first. */
  testOpenings(): readonly TestOpening[];

  /** Response cache. The key is a hash of (request, model, sampling seed, path, occurrence). */
  response(key: string): Json | undefined;

  /** Writes a worst-case reservation before a call; it counts as spent until settled. Returns its id. */
  reserve(run: RunId, worst: SpendEntry): number;
  /** Replaces a reservation with what the call really used and, in the same transaction, keeps the reply in the cache. */
  settle(
    reservation: number,
    actual: SpendEntry & { readonly inputTokens: number; readonly outputTokens: number },
    response?: { readonly key: string; readonly value: Json },
  ): void;
  /** Takes a reservation back: the call was never sent. */
  release(reservation: number): void;
  spent(run: RunId): SpendTotal;
  /** Milliseconds of earlier sittings of this run, and the means to add to them. */
  elapsedMs(run: RunId): number;
  addElapsed(run: RunId, ms: number): void;

  /** Reads every row of the file, of all runs, and compares it with its seal. */
  checkSeals(): SealReport;

  close(): void;
}
