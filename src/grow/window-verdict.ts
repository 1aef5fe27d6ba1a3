import type { GrowOptions } from './options.js';

/** How a candidate did on the window and on the recheck. */
export interface Tally {
  readonly solved: number;
  /** Window tasks with a result. */
  readonly counted: number;
  readonly window: number;
  readonly rechecked: number;
  /** Rechecked tasks that are solved no more. */
  readonly lost: number;
}

/** Why a candidate is dropped, as the optimizer is told; none when it is accepted. */
export function shortcomings(
  rule: GrowOptions['accept'],
  { solved, counted, window, rechecked, lost }: Tally,
): readonly string[] {
  const missing = window - counted;
  const unknown = missing === 0 ? '' : ` ${String(missing)} of them had no result, which is not the edit set’s fault.`;
  const found: string[] = [];
  // `all` means every task of the window, also one without a result.
  const least = rule === 'any' ? 1 : Math.max(1, rule === 'all' ? window : counted * rule - 1e-9);
  if (solved < least) {
    found.push(`It solved too few of the window’s tasks: ${String(solved)} of ${String(window)}.${unknown}`);
  }
  if (lost > 0 && lost >= solved) {
    found.push(
      `Of ${String(rechecked)} tasks that were solved before it lost ${String(lost)}, and it solved ${String(solved)} of the window’s ${String(window)}; it must solve more than it loses.`,
    );
  }
  return found;
}
