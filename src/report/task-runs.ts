import type { AnyGateRecord } from '../ports/gate-record.js';
import type { JournalEntry } from '../ports/store.js';

/** Task runs of a growth: the seed's measurement, the stream, window reruns and gates. Those of the test set are not counted. */
export const taskRunsOf = (journal: readonly JournalEntry[]): number =>
  journal.reduce((sum, entry) => sum + runsOfEntry(entry), 0);

function runsOfEntry({ kind, body }: JournalEntry): number {
  switch (kind) {
    case 'collected':
      return 1;
    case 'seed-measured':
      return (body as unknown as { readonly tasks: readonly unknown[] }).tasks.length; // what phase 0 journaled
    case 'accepted':
    case 'dropped': {
      const { reruns, rechecked } = body as unknown as { readonly reruns: readonly unknown[]; rechecked: number }; // what phase 4 journaled
      return reruns.length + rechecked;
    }
    case 'checkpoint':
    case 'rolled-back':
    case 'undecided': {
      const record = body as unknown as AnyGateRecord; // what phase 5 journaled
      if (record.format === 2) return record.decided.of - record.decided.saved;
      return record.tasks.length * (record.rule === 'paper' ? 1 : 2);
    }
    default:
      return 0;
  }
}
