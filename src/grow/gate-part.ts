import type { Case } from '../task/case.js';
import { InputError } from '../task/error.js';
import { randomStream } from '../task/random.js';
import type { GrowOptions } from './options.js';

/** Tasks of a gate with `--gate-rotate` alone, where the gate set has twice as many; otherwise half of the set. */
export const ROTATED_TASKS = 50;

/** The tasks of one gate; `part` says which part of the gate set they are, if not all of it. */
export interface GatePart {
  readonly cases: readonly Case[];
  readonly part: { readonly number: number; readonly of: number } | null;
}

/**
 * The tasks of a gate: all, or with rotation a fresh part of the gate set. The set is shuffled by run seed and round
 * and cut into parts of equal size; every part is used before the next round begins. A rest that fills no part is left
 * out of a round. Tasks of a part keep the order of the set.
 * @throws InputError when the gate set does not hold two parts.
 */
export function gatePart(
  gateSet: readonly Case[],
  gate: number,
  { gateRotate, seed }: Pick<GrowOptions, 'gateRotate' | 'seed'>,
): GatePart {
  if (gateRotate === 'off') return { cases: gateSet, part: null };
  const size = partSize(gateSet.length, gateRotate);
  const of = Math.floor(gateSet.length / size);
  const [round, at] = [Math.floor((gate - 1) / of), (gate - 1) % of];
  const shuffled = randomStream(`gate-part:${String(seed)}:${String(round)}`).shuffle(gateSet);
  const chosen = new Set(shuffled.slice(at * size, (at + 1) * size).map((item) => item.id));
  return { cases: gateSet.filter((item) => chosen.has(item.id)), part: { number: at + 1, of } };
}

/** Tasks of one part. @throws InputError when the gate set does not hold two. */
export function partSize(gateTasks: number, gateRotate: 'auto' | number): number {
  const size = gateRotate === 'auto' ? Math.min(ROTATED_TASKS, Math.floor(gateTasks / 2)) : gateRotate;
  if (size >= 1 && 2 * size <= gateTasks) return size;
  throw new InputError(
    `Expected a gate set of at least ${String(2 * Math.max(1, size))} tasks for --gate-rotate ${String(Math.max(1, size))}, got ${String(gateTasks)}: ` +
      'a part that is all there is would be used at every gate. Ask for smaller parts or give more gate tasks.',
  );
}
