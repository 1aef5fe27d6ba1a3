import { rejectStep } from '../curriculum/update-window.js';
import type { Reason } from '../ports/editor.js';
import type { Rejection } from '../ports/window-view.js';
import type { GrowContext } from './context.js';
import type { LoopState } from './loop-state.js';

/** Rejections kept in the memory; older ones are forgotten first. */
const REMEMBERED = 20;

/** Ends a step without an accepted edit set: old traces stay, attempts rise, and the next step may begin. */
export function endRejectedStep(
  context: GrowContext,
  loop: LoopState,
  missing: ReadonlySet<number> = new Set(),
): LoopState {
  return {
    ...loop,
    grow: rejectStep(loop.grow, missing, context.options.maxAttempts),
    next: { at: 'collect' },
  };
}

/** Adds to the rejection memory, which stands outside of the restored state. */
export function remember(loop: LoopState, rejection: Rejection): LoopState {
  return { ...loop, rejections: [...loop.rejections, rejection].slice(-REMEMBERED) };
}

/** One line of a reason, with its place. */
export const reasonLine = (reason: Reason): string =>
  `${reason.rule}${reason.at === undefined ? '' : ` at ${reason.at}`}: ${reason.message}`;
