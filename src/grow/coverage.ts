import { BackendFault } from '../task/error.js';
import type { MeasuredCase } from '../measure/measure-arm.js';
import type { GrowContext } from './context.js';

/**
 * A seed without a trustworthy score cannot be the first checkpoint: every later gate would be compared with it.
 * @throws BackendFault when fewer gate tasks have a result than the coverage asks for. Missing ones are run again on resume.
 */
export function requireCoverage(context: GrowContext, measured: readonly MeasuredCase[]): void {
  const missing = measured.filter((one) => !one.judged);
  const present = measured.length - missing.length;
  if (present > 0 && present >= context.options.gateCoverage * measured.length) return;
  const end = missing[0] && context.store.trace(missing[0].trace)?.end;
  const why = end?.kind === 'missing' ? ` The first: ${end.message.replace(/\.$/, '')}.` : '';
  throw new BackendFault(
    `The seed cannot be measured: ${String(missing.length)} of ${String(measured.length)} gate tasks have no result, because the backend broke.${why} Repair it, then go on with --resume.`,
  );
}
