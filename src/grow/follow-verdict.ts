import { setWindowAside } from '../curriculum/set-aside.js';
import type { Verdict } from '../task/verdict.js';
import type { GateAction } from '../ports/gate-record.js';
import type { GrowContext } from './context.js';
import type { LoopState } from './loop-state.js';
import { remember } from './reject.js';
import { asJson, type Step } from './step.js';

/** What a verdict does to the loop. */
export interface Followed {
  readonly kind: GateAction;
  readonly loop: LoopState;
}

/** The verdict, and the candidate's success in [0, 1] as it is stored when it becomes the checkpoint. */
export interface Acted {
  readonly verdict: Verdict;
  readonly success: number;
}

/** What the verdict does to the loop. Success first: cost has no say here. */
export function follow(context: GrowContext, loop: LoopState, decision: Acted, final: boolean): Followed {
  const goOn = { at: final ? 'test' : 'collect' } as const;
  if (context.options.gate === 'off') return { kind: 'checkpoint', loop: { ...promote(loop, decision), next: goOn } };
  switch (decision.verdict) {
    case 'accept':
      return { kind: 'checkpoint', loop: { ...promote(loop, decision), next: goOn } };
    case 'roll-back':
      return { kind: 'rolled-back', loop: rollBack(context, loop, decision.verdict, final) };
    case 'undecided':
    case 'no-verdict':
      return final
        ? { kind: 'rolled-back', loop: rollBack(context, loop, decision.verdict, final) }
        : { kind: 'undecided', loop: { ...loop, next: goOn } };
  }
}

function promote(loop: LoopState, decision: Acted): LoopState {
  return {
    ...loop,
    checkpoint: { state: loop.grow, commit: loop.head, success: decision.success, gate: loop.gates },
    changed: [],
    sequence: [],
    rollbacksInARow: 0,
    tags: { ...loop.tags, [`gate-${String(loop.gates)}`]: loop.head },
  };
}

/**
 * Restores code, cursor, window, attempts and record exactly as at the checkpoint. The rolled-back sequence stays
 * under a tag. After too many in a row the window is set aside, as a new restore point with the checkpoint's harness.
 */
function rollBack(context: GrowContext, loop: LoopState, verdict: Verdict, final: boolean): LoopState {
  const { maxRollbacks } = context.options;
  const rollbacks = loop.rollbacks + 1;
  const inARow = loop.rollbacksInARow + 1;
  const reason = whyRolledBack(verdict, loop.sequence.length - 1);
  const restored: LoopState = {
    ...loop.sequence.reduce(
      (kept, edits) => remember(kept, { ...edits, verdict: 'rolled back', reasons: [reason] }),
      loop,
    ),
    grow: loop.checkpoint.state,
    head: loop.checkpoint.commit,
    changed: [],
    sequence: [],
    rollbacks,
    rollbacksInARow: inARow,
    tags: { ...loop.tags, [`rejected/${String(rollbacks)}`]: loop.head },
  };
  if (final || inARow >= 2 * maxRollbacks) return { ...restored, next: { at: 'test' } };
  if (inARow % maxRollbacks !== 0) return { ...restored, next: { at: 'collect' } };
  return { ...restored, windowsSetAside: loop.windowsSetAside + 1, next: { at: 'set-aside', rolledBack: loop.grow } };
}

/** For the rejection memory: the true reason, without a figure of the gate. `others` were accepted beside this edit set. */
function whyRolledBack(verdict: Verdict, others: number): string {
  const together =
    others === 0 ? 'It' : `Together with ${String(others)} other accepted edit ${others === 1 ? 'set' : 'sets'} it`;
  switch (verdict) {
    case 'no-verdict':
      return `${together} was never confirmed: at the last gate too few held-out tasks had a result.`;
    case 'undecided':
      return `${together} was never confirmed: the last gate could not decide.`;
    case 'roll-back':
    case 'accept':
      return `${together} lowered success on held-out tasks.`;
  }
}

/** Sets the window of the last rolled-back sequence aside: a new restore point, past its tasks. */
export function setAside(loop: LoopState, rolledBack: LoopState['grow']): Step {
  const state = setWindowAside(loop.checkpoint.state, rolledBack);
  return {
    kind: 'set-aside',
    body: asJson({ from: loop.checkpoint.state.cursor, to: state.cursor }),
    loop: { ...loop, grow: state, checkpoint: { ...loop.checkpoint, state }, next: { at: 'collect' } },
  };
}
