import type { GrowContext } from '../grow/context.js';
import type { LoopState } from '../grow/loop-state.js';
import type { Ledger } from '../measure/ledger.js';
import { costOrNull, type Priced } from '../report/grow-result.js';
import type { Standing } from '../report/standing-line.js';

/** Where a run stands after a transition, for people who watch it. */
export function standingOf(
  loop: LoopState,
  { options, splits }: Pick<GrowContext, 'options' | 'splits'>,
  ledger: Pick<Ledger, 'spent' | 'elapsedMs'>,
  priced: Priced,
): Standing {
  const spent = ledger.spent();
  const model = costOrNull(spent.modelUsd, spent.modelCalls, priced.model);
  const optimizer = costOrNull(spent.optimizerUsd, spent.optimizerCalls, priced.optimizer);
  return {
    position: loop.grow.cursor,
    tasks: splits.train.length,
    window: loop.grow.window.length,
    windowSize: options.window,
    step: loop.step,
    maxSteps: options.maxSteps,
    checkpoint: { gate: loop.checkpoint.gate, success: loop.checkpoint.success },
    calls: spent.modelCalls + spent.optimizerCalls,
    costUsd: model === null || optimizer === null ? null : model + optimizer,
    elapsedMs: ledger.elapsedMs(),
  };
}
