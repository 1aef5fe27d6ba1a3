import type { TraceDigest } from '../task/ids.js';
import type { GrowState } from './state.js';

/** The result of one task of the stream. */
export type Collected =
  { readonly kind: 'solved' } | { readonly kind: 'failed'; readonly trace: TraceDigest } | { readonly kind: 'missing' };

/** Moves the cursor past its task: solved goes on record, failed enters the window as attempt 1. */
export function collect(state: GrowState, result: Collected): GrowState {
  const position = state.cursor;
  const moved = { ...state, cursor: position + 1 };
  switch (result.kind) {
    case 'solved':
      return { ...moved, record: { ...state.record, solved: [...state.record.solved, position] } };
    case 'failed':
      return { ...moved, window: [...state.window, { position, attempts: 1, trace: result.trace }] };
    case 'missing':
      return { ...moved, record: { ...state.record, missing: [...state.record.missing, position] } };
  }
}
