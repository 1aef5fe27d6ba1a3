import type { VersionId } from '../task/ids.js';
import type { Json } from '../task/json.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { LoopState } from './loop-state.js';

/** What one phase gives back: one transition, journaled before anything else happens. */
export interface Step {
  readonly kind: TransitionKind;
  readonly body: Json;
  readonly loop: LoopState;
  /** Task runs that the phase made, but those of the test set; none when missing. */
  readonly runs?: number;
  /** Versions that the transition is the first to name. */
  readonly versions?: readonly { readonly version: VersionId; readonly files: HarnessFiles }[];
}

/** Every kind of transition that a journal holds. */
export type TransitionKind =
  | 'seed-measured'
  | 'collected'
  | 'proposed'
  | 'no-proposal'
  | 'refused'
  | 'checked'
  | 'accepted'
  | 'dropped'
  | 'checkpoint'
  | 'rolled-back'
  | 'undecided'
  | 'set-aside'
  | 'tested';

/** Typed values of ours are plain JSON; this is the one place that says so. */
export const asJson = (value: unknown): Json => value as Json;
