import type { RandomStream } from '../../task/random.js';
import type { Move } from './moves.js';
import type { Symptoms } from './symptoms.js';

/** Weight of a move that no symptom speaks for, against 1 for a symptom that all failures show. */
const LEAST = 0.03;
/** How much less likely a move of a parameter against its usual way is. */
const AGAINST = 0.1;
/** How much less likely a move is for each combination with it that was refused, dropped or rolled back. */
const TRIED = 0.75;
/** Weight of taking an operator out for what was found and dropped, against 1 for a symptom that all failures show. */
const OUT = 0.3;

/**
 * How much the failures speak for a move, less what `failed` combinations with it speak against it. An operator's settings
 * share its weight, so that one with many settings is not drawn more often than one with few.
 */
export function moveWeight({ operator, from, to }: Move, symptoms: Symptoms | undefined, failed: number): number {
  if (symptoms === undefined) return 1;
  const { helps, settings, moves } = operator;
  const against = TRIED ** failed;
  if (to === undefined) return (LEAST + OUT * symptoms.dropped) * against;
  let weight = LEAST * against;
  for (const [symptom, worth] of Object.entries(helps)) {
    // The keys of `helps` are symptoms by its type.
    weight += worth * symptoms[symptom as keyof Symptoms] * against;
  }
  if (from === undefined || moves === undefined) return weight / settings.length;
  const step = settings.indexOf(to) - settings.indexOf(from);
  return (weight * ((moves === 'up') === step > 0 ? 1 : AGAINST)) / settings.length;
}

/** Draws one move, each with a chance in proportion to its weight. @throws RangeError when there are none. */
export function drawMove(moves: readonly Move[], weigh: (move: Move) => number, random: RandomStream): Move {
  const PARTS = 1_000_000;
  const weights = moves.map((move) => Math.max(0, weigh(move)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = (random.below(PARTS) / PARTS) * total;
  for (const [at, move] of moves.entries()) {
    left -= weights[at] ?? 0;
    if (left < 0) return move;
  }
  return random.pick(moves);
}
