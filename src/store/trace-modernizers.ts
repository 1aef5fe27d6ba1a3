/** Turns the body of a stored trace of one format into that of the next. */
export type Modernizer = (body: unknown) => unknown;

/** Step n (from 0) reads format n + 1 and gives format n + 2. Each raise of the trace format adds one; none is ever changed. */
export const MODERNIZERS: readonly Modernizer[] = [];

/** Brings a body from `format` (from 1) to the newest, step by step. */
export function modernize(body: unknown, format: number, steps: readonly Modernizer[]): unknown {
  return steps.slice(format - 1).reduce((older, step) => step(older), body);
}
