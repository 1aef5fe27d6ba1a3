import type { GatePrior } from '../gate/gate-config.js';
import type { AnyGateRecord, GateRuns } from '../ports/gate-record.js';
import type { JournalEntry } from '../ports/store.js';

/**
 * What earlier gates of a run measured of the checkpoint, or of what became it, by case: the newest first. It says which tasks
 * are likely to decide, and so only in which order they run.
 */
export function gatePrior(journal: readonly JournalEntry[]): GatePrior {
  const prior = new Map<string, number>();
  for (const entry of journal) {
    if (entry.kind === 'seed-measured') {
      const { tasks } = entry.body as unknown as { tasks: readonly { case: string; candidate: number | null }[] }; // what phase 0 journaled
      for (const task of tasks) if (task.candidate !== null) prior.set(task.case, task.candidate);
    } else if (GATES.has(entry.kind)) learn(prior, entry.body as unknown as AnyGateRecord); // what phase 5 journaled
  }
  return prior;
}

const GATES: ReadonlySet<string> = new Set(['checkpoint', 'rolled-back', 'undecided']);

function learn(prior: Map<string, number>, record: AnyGateRecord): void {
  const stands = record.acted === 'checkpoint' ? 'candidate' : 'checkpoint';
  for (const task of record.tasks) {
    const success = meanOf(task[stands]);
    if (success !== null) prior.set(task.case, success);
  }
}

function meanOf(outcome: GateRuns | number | null): number | null {
  if (outcome === null || typeof outcome === 'number') return outcome;
  const present = outcome.successes.filter((one) => one !== null);
  return present.length === 0 ? null : present.reduce((sum, one) => sum + one, 0) / present.length;
}
