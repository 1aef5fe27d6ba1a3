import type { LimitName, RunEnd } from './trace.js';

/** What kind of bound a run met. */
export type LimitOutcome = 'timeout' | 'memory' | 'output-limit' | 'call-limit';

const OUTCOMES: Readonly<Record<LimitName, LimitOutcome>> = {
  wallMs: 'timeout',
  computeBetweenCallsMs: 'timeout',
  computeMs: 'timeout',
  loopFuel: 'timeout',
  heapMb: 'memory',
  dataMb: 'memory',
  resultBytes: 'output-limit',
  messageBytes: 'output-limit',
  totalBytes: 'output-limit',
  stderrBytes: 'output-limit',
  calls: 'call-limit',
  modelCalls: 'call-limit',
  tokens: 'call-limit',
  concurrentCalls: 'call-limit',
};

/** The outcome of a run that a limit ended. */
export const limitOutcome = (limit: LimitName): LimitOutcome => OUTCOMES[limit];

/** A run's end in one word: what a limit came to, or the kind of the end itself. */
export const endOutcome = (end: RunEnd): LimitOutcome | Exclude<RunEnd['kind'], 'limit'> =>
  end.kind === 'limit' ? limitOutcome(end.limit) : end.kind;
