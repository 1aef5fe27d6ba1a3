import type { GrowState } from '../curriculum/state.js';
import { hashOf } from '../task/hash.js';
import { stateHash, type FunctionId, type StateHash, type VersionId } from '../task/ids.js';
import type { CommitId } from '../ports/versions.js';
import type { RefusedReply, Rejection } from '../ports/window-view.js';

/** The last accepted state: code and everything under "rollback", with the score that it was accepted with. */
export interface Checkpoint {
  readonly state: GrowState;
  readonly commit: CommitId;
  /** Mean success on the gate set when it became the checkpoint, in [0, 1]. */
  readonly success: number;
  /** The gate that made it; 0 is the seed's. */
  readonly gate: number;
}

/** What the loop does next. Each is one phase, and each phase ends in one journaled transition. */
export type Phase =
  | { readonly at: 'collect' }
  | { readonly at: 'propose'; readonly refused: readonly RefusedReply[] }
  | {
      readonly at: 'check';
      readonly reply: string;
      readonly truncated: boolean;
      readonly refused: readonly RefusedReply[];
    }
  | {
      readonly at: 'verify';
      readonly candidate: VersionId;
      readonly changed: readonly FunctionId[];
      readonly rationale: string;
    }
  | { readonly at: 'gate'; readonly final: boolean }
  | { readonly at: 'set-aside'; readonly rolledBack: GrowState }
  | { readonly at: 'test' }
  | { readonly at: 'done' };

/** An accepted edit set, as the rejection memory keeps it after a rollback. */
export interface AcceptedEdits {
  readonly step: number;
  readonly rationale: string;
  readonly functions: readonly FunctionId[];
}

/** Everything the loop needs to go on. `grow` is what a rollback restores; the rest stands outside of it. */
export interface LoopState {
  readonly grow: GrowState;
  readonly checkpoint: Checkpoint;
  /** The commit of `grow.version`. */
  readonly head: CommitId;
  /** Accepted edit sets since the last gate. */
  readonly sinceGate: number;
  /** Functions changed by accepted edit sets since the checkpoint, sorted. */
  readonly changed: readonly FunctionId[];
  /** Edit sets accepted since the checkpoint, oldest first. */
  readonly sequence: readonly AcceptedEdits[];
  readonly step: number;
  /** Task runs so far, but those of the test set; counted where `maxRuns` bounds them. */
  readonly runs?: number;
  readonly proposals: number;
  readonly gates: number;
  readonly rollbacksInARow: number;
  readonly rollbacks: number;
  readonly windowsSetAside: number;
  readonly rejections: readonly Rejection[];
  /** Tags of the run: gate passes and rejected sequences. */
  readonly tags: Readonly<Record<string, CommitId>>;
  readonly next: Phase;
}

/** Where a run goes that proposes no more: a gate on what changed since the checkpoint, then the test set. */
export const lastPhase = (loop: LoopState): Phase =>
  loop.head === loop.checkpoint.commit ? { at: 'test' } : { at: 'gate', final: true };

/** The hash that is journaled at every transition: of the growing state alone. */
export const growHash = (state: GrowState): StateHash => stateHash(hashOf(state));
