import type { JournalEntry } from '../ports/store.js';
import type { Json } from '../task/json.js';

/** What a run tells while it goes on. Observe only: nothing hangs on a listener. */
export type GrowEvent =
  | { readonly kind: 'transition'; readonly entry: JournalEntry }
  | { readonly kind: 'measuring'; readonly what: string; readonly done: number; readonly of: number }
  | { readonly kind: 'asking'; readonly proposer: string; readonly step: number; readonly attempt: number }
  | { readonly kind: 'notice'; readonly message: string }
  | { readonly kind: 'resumed'; readonly transitions: number; readonly state: Json };
