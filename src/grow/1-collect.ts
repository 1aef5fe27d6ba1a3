import { collect, type Collected } from '../curriculum/collect.js';
import { measureCase } from '../measure/measure-arm.js';
import type { GrowContext } from './context.js';
import { filesOf } from './files-of.js';
import type { LoopState } from './loop-state.js';
import { asJson, type Step } from './step.js';

/** True when the window holds `K` failures or the stream has ended: time to propose. */
export function collected(context: GrowContext, loop: LoopState): boolean {
  return loop.grow.window.length >= context.options.window || loop.grow.cursor >= context.splits.train.length;
}

/** Phase 1: runs the next task of the stream; a failure enters the window with its trace. */
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
  const result: Collected = !judged
    ? { kind: 'missing' }
    : judged.solved
      ? { kind: 'solved' }
      : { kind: 'failed', trace };
  return {
    kind: 'collected',
    body: asJson({ position, case: measured.item.id, result: result.kind, success: judged?.success ?? null, trace }),
    loop: { ...loop, grow: collect(loop.grow, result), next: { at: 'collect' } },
  };
}
