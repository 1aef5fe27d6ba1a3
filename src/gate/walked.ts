import type { MeasuredTask } from './measured.js';

/**
 * How far a rule came over outcomes. What it reached holds for any outcomes that begin with those, so a gate of n runs is not
 * walked n times from its start. It changes no answer.
 */
export class Walked<Place> {
  #last: { readonly place: Place; readonly over: readonly MeasuredTask[] } | undefined;

  /** Keeps what was reached over exactly these outcomes, in this order of tasks. */
  reached(place: Place, over: readonly MeasuredTask[]): void {
    this.#last = { place, over };
  }

  /** The place that was reached, if these outcomes begin with those that led there. */
  placeFor(tasks: readonly MeasuredTask[]): Place | undefined {
    const last = this.#last;
    if (last?.over.length !== tasks.length) return undefined;
    const grown = last.over.every((was, index) => {
      const is = tasks[index];
      return is?.case === was.case && begins(is.candidate, was.candidate) && begins(is.checkpoint, was.checkpoint);
    });
    return grown ? last.place : undefined;
  }
}

const begins = (is: readonly (number | null)[], was: readonly (number | null)[]): boolean =>
  is.length >= was.length && was.every((one, index) => is[index] === one);
