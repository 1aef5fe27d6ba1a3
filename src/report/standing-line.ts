import { dollars, duration, percent, plural, withInterval } from './numbers.js';

/** Where a run stands, as `grow` tells after each transition. */
export interface Standing {
  /** Place in the training stream, from 0, and its length. */
  readonly position: number;
  readonly tasks: number;
  readonly window: number;
  readonly windowSize: number;
  readonly step: number;
  readonly maxSteps: number;
  /** The checkpoint: the gate that made it (0: the seed's), and its success on the gate tasks. */
  readonly checkpoint: { readonly gate: number; readonly success: number };
  readonly calls: number;
  /** US dollars; `null` when calls were made without a price. */
  readonly costUsd: number | null;
  /** Milliseconds over all sittings. */
  readonly elapsedMs: number;
}

/** Success of a checkpoint with its 95% interval, where the gate that measured it was seen. */
export interface CheckpointFigures {
  readonly success: number;
  readonly low: number;
  readonly high: number;
}

/** In parts: `task 34/200`, `window 6/10`, `step 2`, `gate 1 62.0% [52.0, 71.0]`, `120 calls`, `$0`, `1m 05s, about 4m 00s left`. */
export function standingParts(standing: Standing, figures: CheckpointFigures | undefined): readonly string[] {
  const { position, tasks, window, windowSize, step, checkpoint, calls, costUsd, elapsedMs } = standing;
  const name = checkpoint.gate === 0 ? 'seed' : `gate ${String(checkpoint.gate)}`;
  const left = timeLeftMs(standing);
  return [
    `task ${String(Math.min(position + 1, tasks))}/${String(tasks)}`,
    `window ${String(window)}/${String(windowSize)}`,
    `step ${String(step)}`,
    `${name} ${figures ? withInterval(figures) : percent(checkpoint.success)}`,
    plural(calls, 'call'),
    dollars(costUsd),
    `${duration(elapsedMs)}${left === undefined ? '' : `, about ${duration(left)} left`}`,
  ];
}

/**
 * Milliseconds until stream or steps are used up, at the pace so far; `undefined` while there is too little to tell
 * from. The last gate and the test come on top.
 */
export function timeLeftMs({ position, tasks, step, maxSteps, elapsedMs }: Standing): number | undefined {
  const done = Math.max(tasks === 0 ? 1 : position / tasks, maxSteps === 0 ? 1 : step / maxSteps);
  if (done < 0.05 || done >= 1 || elapsedMs < 3000) return undefined;
  return Math.round((elapsedMs * (1 - done)) / done / 1000) * 1000;
}
