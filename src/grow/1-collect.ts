import { collect, type Collected } from '../curriculum/collect.js';
import { BackendFault } from '../task/error.js';
import { measureCase, type MeasuredCase } from '../measure/measure-arm.js';
import type { GrowContext } from './context.js';
import { filesOf } from './files-of.js';
import type { LoopState } from './loop-state.js';
import { asJson, type Step } from './step.js';

/** True when the window holds `K` failures or the stream has ended: time to propose. */
export function collected(context: GrowContext, loop: LoopState): boolean {
  return loop.grow.window.length >= context.options.window || loop.grow.cursor >= context.splits.train.length;
}

/** Tasks in a row without a result that are taken for an outage, not for tasks that are broken one by one. */
const OUTAGE = 3;

/**
 * Phase 1: runs the next task of the stream; a failure enters the window with its trace.
 * @throws BackendFault for the third task in a row without a result: an outage must not use up the stream. The cursor
 * stays on that task.
 */
export async function collectNext(context: GrowContext, loop: LoopState): Promise<Step> {
  const { bench, archive, lookahead, options, splits } = context;
  const position = loop.grow.cursor;
  const prepared = await context.warm.get(filesOf(context, loop.grow.version));
  const measured = await lookahead.take(splits.train, position, bench.concurrency, loop.grow.version, (item, at, cut) =>
    measureCase(
      bench,
      archive,
      prepared,
      item,
      { runSeed: options.seed, phase: 'collect', ordinal: at, arm: 'current', case: item.id, repeat: 0 },
      AbortSignal.any([bench.signal, cut]),
    ),
  );
  const { judged, trace } = measured;
  if (!judged) refuseOutage(loop, measured);
  const result: Collected = !judged
    ? { kind: 'missing' }
    : judged.solved
      ? { kind: 'solved' }
      : { kind: 'failed', trace };
  return {
    kind: 'collected',
    body: asJson({ position, case: measured.item.id, result: result.kind, success: judged?.success ?? null, trace }),
    loop: { ...loop, grow: collect(loop.grow, result), next: { at: 'collect' } },
    runs: 1,
  };
}

/** Read from the record, so that a sitting that is resumed too early stops at once and uses up no task either. */
function refuseOutage(loop: LoopState, measured: MeasuredCase): void {
  const { cursor, record } = loop.grow;
  const missing = new Set(record.missing);
  for (let back = 1; back < OUTAGE; back += 1) if (!missing.has(cursor - back)) return;
  const why = measured.why === undefined ? '' : ` The last: ${measured.why.replace(/\.$/, '')}.`;
  throw new BackendFault(
    `${String(OUTAGE)} training tasks in a row have no result, because the backend broke: the last is "${measured.item.id}".${why} ` +
      'It stays the next task. Repair the backend, then go on with --resume.',
  );
}
