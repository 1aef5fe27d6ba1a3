import type { RunId } from '../task/ids.js';
import type { HarnessFiles } from './interface.js';

/** A commit id (hex). */
export type CommitId = string;

export interface CommitInput {
  readonly files: HarnessFiles;
  readonly parent?: CommitId;
  readonly subject: string;
  readonly body: string;
  /** `Espalier-Step: 3` and its like, in order. */
  readonly trailers: readonly (readonly [string, string])[];
  /** Seconds since the epoch: the journaled start of the run plus the transition's ordinal. */
  readonly dateSeconds: number;
}

/** Where a run's refs stand. Names are last parts: `gate-2` is the tag `espalier/<run>/gate-2`. */
export interface RunRefs {
  /** `refs/heads/espalier/<run>`. */
  readonly head: CommitId;
  /** `refs/tags/espalier/<run>/<name>`, gate passes and `rejected/<n>` alike. */
  readonly tags: Readonly<Record<string, CommitId>>;
}

/** Harness versions as git commits. Never touches the user's index, branch or work tree. */
export interface HarnessVersions {
  /** Writes objects only; equal input gives an equal id. */
  commit(input: CommitInput): Promise<CommitId>;
  /** Makes the run's refs what they should be; refs of other runs stay. Idempotent. */
  reconcile(run: RunId, refs: RunRefs): Promise<void>;
  /** The harness at a commit, tag or branch. @throws InputError when it names no harness. */
  read(revision: string): Promise<HarnessFiles>;
  /** The commit that a revision names. @throws InputError when it names none. */
  resolve(revision: string): Promise<CommitId>;
  /** Unified diff from one revision to another, with whole functions as context. Empty when they are equal. */
  diff(before: string, after: string): Promise<string>;
}
