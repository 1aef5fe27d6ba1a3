import type { FunctionId, RunId, StateHash, VersionId } from '../task/ids.js';
import type { GateRule, GateStatistic, GateTask, Verdict } from '../task/verdict.js';
import type { CommitId } from './versions.js';
import type { ArmFigures } from './figures.js';

/** One gate as the first format told it: one run a task and arm. Kept readable; no longer written. */
export interface GateRecordV1 {
  readonly format: 1;
  readonly run: RunId;
  readonly gate: number;
  readonly final: boolean;
  readonly rule: GateRule;
  readonly verdict: Verdict;
  readonly acted: GateAction;
  readonly reason: string;
  readonly minCoverage: number;
  readonly storedCheckpoint: number;
  readonly candidate: ArmFigures & { readonly version: VersionId; readonly commit: CommitId };
  /** With `paper` only `success` is there: the checkpoint is not measured again. */
  readonly checkpoint: Partial<ArmFigures> & { readonly version: VersionId; readonly commit: CommitId };
  readonly coverage: number;
  readonly changed: readonly FunctionId[];
  readonly rejectedTag: string | null;
  readonly stateBefore: StateHash;
  readonly stateAfter: StateHash;
  readonly checkpointState: StateHash;
  readonly tasks: readonly (GateTask & {
    readonly traces: { readonly candidate: string; readonly checkpoint: string };
  })[];
}

/** What the loop did. With `--gate off` always `checkpoint`, whatever the verdict. */
export type GateAction = 'checkpoint' | 'rolled-back' | 'undecided';

/** What an arm's runs in one gate cost. US dollars are 0 for calls without a price. */
export interface GateCost {
  readonly runs: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

/**
 * One arm of a gate. `success` is the mean over tasks of each task's mean over repeats, or `null` where the gate ended before every task had a
 * run: a mean over the tasks that happened to be run would be none of the arm's. `low` and `high` are then the bounds
 * within which it must lie, whatever the runs that were saved had given; otherwise the 95% interval.
 */
export interface GateArm {
  readonly version: VersionId;
  readonly commit: CommitId;
  readonly success: number | null;
  readonly low: number;
  readonly high: number;
  /** Tasks with a result. */
  readonly n: number;
  /** Runs without a result. */
  readonly missing: number;
  /** Means of all scores of the family over the runs with a result; empty where `success` is `null`. */
  readonly scores: Readonly<Record<string, number>>;
}

/** What a task's runs in one arm gave, by repeat; `null` is a missing run. `traces` are the digests of the same runs. */
export interface GateRuns {
  readonly successes: readonly (number | null)[];
  readonly traces: readonly string[];
}

/** What a gate's rule was given besides outcomes. */
export interface GateSettings {
  /** True when equal runs give equal outcomes: one pass decides, and both arms have the same sampling seeds. */
  readonly deterministic: boolean;
  /** Bound on the chance that any gate of the run rolls back an unchanged harness, in (0, 1). */
  readonly level: number;
  /** Most mean task runs an arm, as a multiple of the tasks of this gate. */
  readonly repeats: number;
  /** Least share of tasks with a result, in [0, 1]. */
  readonly minCoverage: number;
  /** The checkpoint's success as it was stored when it was accepted; what `paper` compares with. */
  readonly storedCheckpoint: number;
  /** False at the last gate, whose score nothing is compared with. */
  readonly keepsScore: boolean;
  /** With `--gate-rotate`: which part of the gate set this gate used, from 1, of how many in this round. */
  readonly part: { readonly number: number; readonly of: number } | null;
}

/** One gate, whole: what was measured, what the rule said, what was done. One JSON file a gate; the order of the members is the file's. */
export interface GateRecord {
  readonly format: 2;
  readonly run: RunId;
  readonly gate: number;
  readonly final: boolean;
  readonly rule: GateRule;
  readonly verdict: Verdict;
  readonly acted: GateAction;
  readonly reason: string;
  /** What the verdict hangs on besides the outcomes: together with `tasks` it is all that a rule needs to decide again. */
  readonly settings: GateSettings;
  /** The statistic that the rule decided by; `null` for a comparison of means alone. */
  readonly statistic: GateStatistic | null;
  /** Share of this gate's tasks with a result in every arm that the rule compares, in [0, 1]. */
  readonly coverage: number;
  /**
   * The rule decided after so many task runs of both arms; without stopping early it would have made `of`. `saved` were not made; the
   * rest was made after the decision, for the score of an accepted candidate.
   */
  readonly decided: { readonly after: number; readonly of: number; readonly saved: number };
  readonly candidate: GateArm;
  /** With `paper` the stored success: the checkpoint is not measured again. */
  readonly checkpoint: GateArm;
  readonly cost: { readonly candidate: GateCost; readonly checkpoint: GateCost };
  /** Functions changed since the checkpoint. */
  readonly changed: readonly FunctionId[];
  readonly rejectedTag: string | null;
  readonly stateBefore: StateHash;
  readonly stateAfter: StateHash;
  /** Hash of the checkpoint's state; after a rollback `stateAfter` equals it. */
  readonly checkpointState: StateHash;
  /** In the order of the gate set, also those without a run. */
  readonly tasks: readonly { readonly case: string; readonly candidate: GateRuns; readonly checkpoint: GateRuns }[];
  /** SHA-256 (hex) of all of the above, so that a changed byte shows where no store is at hand. */
  readonly digest: string;
}

/** A gate record of any format that was ever written. */
export type AnyGateRecord = GateRecordV1 | GateRecord;
