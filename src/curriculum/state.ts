import type { TraceDigest, VersionId } from '../task/ids.js';

/** One current failure. Its trace always names functions of the harness that produced it. */
export interface WindowEntry {
  /** Position of its task in the stream, from 0. */
  readonly position: number;
  /** How often it has failed so far. */
  readonly attempts: number;
  readonly trace: TraceDigest;
}

/** What became of the stream's tasks, as positions in the order in which it was decided. */
export interface TrainingRecord {
  readonly solved: readonly number[];
  /** Failed `R_max` times. */
  readonly retired: readonly number[];
  /** Skipped after too many rollbacks in a row. */
  readonly setAside: readonly number[];
  /** No result: the backend broke and stayed broken. */
  readonly missing: readonly number[];
}

/** The growing state: exactly what a rollback restores. Its hash is journaled at every transition. */
export interface GrowState {
  readonly version: VersionId;
  /** Position of the next task of the stream. */
  readonly cursor: number;
  /** `W_t`, oldest first. */
  readonly window: readonly WindowEntry[];
  readonly record: TrainingRecord;
}

/** The state before the first task. */
export function initialState(version: VersionId): GrowState {
  return { version, cursor: 0, window: [], record: { solved: [], retired: [], setAside: [], missing: [] } };
}
