import { measureSeed } from './0-seed.js';
import { collected, collectNext } from './1-collect.js';
import { propose } from './2-propose.js';
import { check } from './3-check.js';
import { verify } from './4-verify.js';
import { gate } from './5-gate.js';
import { test } from './6-final.js';
import type { GrowContext } from './context.js';
import { setAside } from './follow-verdict.js';
import { lastPhase, type LoopState, type Phase } from './loop-state.js';
import type { Step } from './step.js';

/** Runs the next phase to its one transition, or tells that the run is complete. */
export async function advance(
  context: GrowContext,
  loop: LoopState | undefined,
  ordinal: number,
): Promise<Step | 'done'> {
  const step = await nextStep(context, loop, ordinal);
  if (step === 'done' || context.options.maxRuns === 'off') return step;
  return { ...step, loop: { ...step.loop, runs: (loop?.runs ?? 0) + (step.runs ?? 0) } };
}

async function nextStep(context: GrowContext, loop: LoopState | undefined, ordinal: number): Promise<Step | 'done'> {
  if (!loop) return measureSeed(context, ordinal);
  const next = route(context, loop);
  switch (next.at) {
    case 'collect':
      return collectNext(context, loop);
    case 'propose':
      return propose(context, loop, next);
    case 'check':
      return check(context, loop, next);
    case 'verify':
      return verify(context, loop, next, ordinal);
    case 'gate':
      return gate(context, loop, next.final);
    case 'set-aside':
      return setAside(loop, next.rolledBack);
    case 'test':
      return test(context, loop);
    case 'done':
      return 'done';
  }
}

/** `collect` means: whatever comes after a step. A full window proposes; an empty one at the end of the stream is final. */
function route(context: GrowContext, loop: LoopState): Phase {
  if (loop.next.at !== 'collect') return loop.next;
  const { maxSteps, maxRuns } = context.options;
  const isOver = loop.step >= maxSteps || (maxRuns !== 'off' && (loop.runs ?? 0) >= maxRuns);
  if (!isOver && !collected(context, loop)) return loop.next;
  if (!isOver && loop.grow.window.length > 0) return { at: 'propose', refused: [] };
  return lastPhase(loop);
}
