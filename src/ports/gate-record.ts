import type { FunctionId, RunId, StateHash, VersionId } from '../task/ids.js';
import type { GateRule, GateTask, Verdict } from '../task/verdict.js';
import type { CommitId } from './versions.js';
import type { ArmFigures } from './figures.js';

/** One gate, whole: what was measured, what the rule said, what was done. One JSON file a gate. */
export interface GateRecord {
  readonly format: 1;
  readonly run: RunId;
  readonly gate: number;
  readonly final: boolean;
  readonly rule: GateRule;
  readonly verdict: Verdict;
  /** What the loop did. With `--gate off` always `checkpoint`, whatever the verdict. */
  readonly acted: 'checkpoint' | 'rolled-back' | 'undecided';
  readonly reason: string;
  readonly minCoverage: number;
  /** The checkpoint's success as it was stored when it was accepted; what `paper` compares with. */
  readonly storedCheckpoint: number;
  readonly candidate: ArmFigures & { readonly version: VersionId; readonly commit: CommitId };
  /** With `paper` only `success` is there: the checkpoint is not measured again. */
  readonly checkpoint: Partial<ArmFigures> & { readonly version: VersionId; readonly commit: CommitId };
  readonly coverage: number;
  /** Functions changed since the checkpoint. */
  readonly changed: readonly FunctionId[];
  readonly rejectedTag: string | null;
  readonly stateBefore: StateHash;
  readonly stateAfter: StateHash;
  /** Hash of the checkpoint's state; after a rollback `stateAfter` equals it. */
  readonly checkpointState: StateHash;
  readonly tasks: readonly (GateTask & {
    readonly traces: { readonly candidate: string; readonly checkpoint: string };
  })[];
}
