import type { RunEnd } from './trace.js';

/** Thrown by a `RunHost` to end a run from outside: backend fault, budget, limit. */
export class EndRun extends Error {
  readonly end: RunEnd;
  constructor(end: RunEnd, options?: { readonly cause?: unknown }) {
    super('message' in end ? end.message : end.kind, options);
    this.name = 'EndRun';
    this.end = end;
  }
}
