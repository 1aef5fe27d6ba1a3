import type { HarnessFiles } from '../ports/interface.js';
import { measureArm, type MeasuredCase } from '../measure/measure-arm.js';
import type { RunKey } from '../measure/sampling-seed.js';
import type { Case } from '../task/case.js';
import type { GrowContext } from './context.js';

/** Measures one harness on a set of cases and tells how far it is. */
export async function runArm(
  context: GrowContext,
  files: HarnessFiles,
  cases: readonly Case[],
  key: Pick<RunKey, 'phase' | 'ordinal' | 'arm'>,
  what: string,
): Promise<readonly MeasuredCase[]> {
  const prepared = await context.warm.get(files);
  let done = 0;
  return measureArm(
    context.bench,
    context.archive,
    prepared,
    cases,
    { runSeed: context.options.seed, repeat: 0, ...key },
    () => {
      done += 1;
      context.emit({ kind: 'measuring', what, done, of: cases.length });
    },
  );
}
