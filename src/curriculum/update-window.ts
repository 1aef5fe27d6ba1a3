import type { TraceDigest, VersionId } from '../task/ids.js';
import type { GrowState, WindowEntry } from './state.js';

/** How one window task did under an accepted candidate. */
export type Rerun =
  | { readonly position: number; readonly kind: 'solved' }
  | { readonly position: number; readonly kind: 'failed'; readonly trace: TraceDigest }
  | { readonly position: number; readonly kind: 'missing' };

/**
 * The window after an accepted edit set: solved tasks leave, unsolved ones stay with their new trace and one more
 * attempt, missing ones stay as they were. Tasks at `maxAttempts` retire.
 */
export function acceptReruns(
  state: GrowState,
  version: VersionId,
  reruns: readonly Rerun[],
  maxAttempts: number,
): GrowState {
  const byPosition = new Map(reruns.map((rerun) => [rerun.position, rerun]));
  const solved: number[] = [];
  const stay: WindowEntry[] = [];
  for (const entry of state.window) {
    const rerun = byPosition.get(entry.position);
    if (rerun?.kind === 'solved') solved.push(entry.position);
    else if (rerun?.kind === 'failed') {
      stay.push({ position: entry.position, attempts: entry.attempts + 1, trace: rerun.trace });
    } else stay.push(entry);
  }
  const record = { ...state.record, solved: [...state.record.solved, ...solved] };
  return retire({ ...state, version, window: stay, record }, maxAttempts);
}

/** The window after a dropped or refused edit set: every task keeps its old trace and gains one attempt, unless its rerun is missing. */
export function rejectStep(state: GrowState, missing: ReadonlySet<number>, maxAttempts: number): GrowState {
  const window = state.window.map((entry) =>
    missing.has(entry.position) ? entry : { ...entry, attempts: entry.attempts + 1 },
  );
  return retire({ ...state, window }, maxAttempts);
}

/** Tasks that have failed `maxAttempts` (`R_max`) times leave the window for good. */
function retire(state: GrowState, maxAttempts: number): GrowState {
  const retired = state.window.filter((entry) => entry.attempts >= maxAttempts).map((entry) => entry.position);
  if (retired.length === 0) return state;
  return {
    ...state,
    window: state.window.filter((entry) => entry.attempts < maxAttempts),
    record: { ...state.record, retired: [...state.record.retired, ...retired] },
  };
}
