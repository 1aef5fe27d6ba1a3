import { ModelUnavailable } from '../task/model-unavailable.js';
import type { Trace } from '../trace/trace.js';

/** Why the deployed model refused the first call that it cannot serve at all; `undefined` when it refused none. */
export function refusedModel(trace: Trace): string | undefined {
  for (const { kind, reply } of trace.calls)
    if (kind === 'llm' && reply?.ok === false && reply.error.name === ModelUnavailable.name) return reply.error.message;
  return undefined;
}
