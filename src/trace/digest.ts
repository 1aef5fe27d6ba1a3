import { canonicalJson } from '../task/json.js';
import type { Trace } from './trace.js';

/** Canonical text of what a trace means: all of it but durations, cache flags and cost. Equal runs have equal text. */
export function traceMeaning(trace: Trace): string {
  return canonicalJson({
    ...trace,
    wallMs: undefined,
    usage: { ...trace.usage, costUsd: undefined, cachedTokens: undefined },
    calls: trace.calls.map((call) => ({
      ...call,
      cached: undefined,
      durationMs: undefined,
      usage: call.usage && { ...call.usage, costUsd: undefined, cachedTokens: undefined },
    })),
  });
}
