import { normaliseAnswer } from './normalise-answer.js';

/** 1 when both texts are equal after normalisation, else 0. */
export const exactMatch = (given: string, gold: string): number =>
  normaliseAnswer(given) === normaliseAnswer(gold) ? 1 : 0;

const CLOSED = new Set(['yes', 'no', 'noanswer']);

/**
 * F1 over the bags of normalised tokens, in [0, 1]. An answer of yes or no is right as a whole or wrong.
 * Source: the HotpotQA evaluation script (Yang et al. 2018).
 */
export function tokenF1(given: string, gold: string): number {
  const [a, b] = [normaliseAnswer(given), normaliseAnswer(gold)];
  if (a === b) return 1;
  if (CLOSED.has(a) || CLOSED.has(b)) return 0;
  const left = new Map<string, number>();
  for (const token of b.split(' ')) left.set(token, (left.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of a.split(' ')) {
    const count = left.get(token) ?? 0;
    if (count === 0 || token === '') continue;
    left.set(token, count - 1);
    shared++;
  }
  return (2 * shared) / (a.split(' ').length + b.split(' ').length);
}
