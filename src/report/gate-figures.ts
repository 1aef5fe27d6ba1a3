import type { AnyGateRecord } from '../ports/gate-record.js';
import { percent } from './numbers.js';

/**
 * An arm's success at a gate, for people: a percentage; where the gate ended before every task had run, the bounds within
 * which it lies, whatever the runs that were saved had given.
 */
export function gateShare(record: AnyGateRecord, arm: 'candidate' | 'checkpoint'): string {
  if (record.format === 1) {
    const { success } = record[arm];
    return percent(success ?? record.storedCheckpoint);
  }
  const { success, low, high } = record[arm];
  if (success !== null) return percent(success);
  if (low <= 0 && high >= 1) return 'not measured';
  if (low <= 0) return `at most ${percent(high)}`;
  if (high >= 1) return `at least ${percent(low)}`;
  return `${percent(low).replace('%', '')}–${percent(high)}`;
}

/** `decided after 64 of 200 runs`, or nothing where no run was saved. */
export function savedRuns(record: AnyGateRecord): string {
  if (record.format === 1 || record.decided.saved <= 0) return '';
  const { after, of } = record.decided;
  return `decided after ${String(after)} of ${String(of)} runs`;
}
