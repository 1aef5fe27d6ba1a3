import { BackendFault } from '../task/error.js';
import type { MeasuredCase } from './measure-arm.js';

/** What was measured, and what to do when it could not be. */
export interface CoverageDemand {
  /** Least share of cases with a result, in [0, 1]; one result is wanted in any case. */
  readonly least: number;
  /** The arm, as a sentence begins with it: `The seed`. */
  readonly arm: string;
  /** The cases, in the plural: `gate tasks`. */
  readonly cases: string;
  /** What to do once the backend works: `go on with --resume`. */
  readonly then: string;
}

/**
 * An arm without enough results has no figures: a share of nothing would read as a real 0.
 * @throws BackendFault when fewer cases have a result than asked for. Missing ones are run again the next time.
 */
export function requireCoverage(measured: readonly MeasuredCase[], { least, arm, cases, then }: CoverageDemand): void {
  const missing = measured.filter((one) => !one.judged);
  const present = measured.length - missing.length;
  if (present > 0 && present >= least * measured.length - 1e-9) return;
  const why = missing[0]?.why === undefined ? '' : ` The first: ${missing[0].why.replace(/\.$/, '')}.`;
  throw new BackendFault(
    `${arm} cannot be measured: ${String(missing.length)} of ${String(measured.length)} ${cases} have no result, because the backend broke.${why} Repair it, then ${then}.`,
  );
}
