import type { Completion, Llm, LlmRequest } from '../ports/llm.js';
import { EspalierError } from '../task/error.js';
import { hashOf } from '../task/hash.js';

/** A recording holds no (further) reply for a request. */
export class NotRecorded extends EspalierError {
  readonly code = 'NOT_RECORDED';
}

/** The name of a request in a recording: SHA-256 (hex) of its canonical JSON. */
export const requestHash = (request: LlmRequest): string => hashOf(request);

/** Serves completions from a recording: request hash → its completions, in the order of equal requests. */
export function recordedModel(options: {
  readonly replies: ReadonlyMap<string, readonly Completion[]>;
  /** Default `recorded`. */
  readonly name?: string;
}): Llm {
  const served = new Map<string, number>();
  const next = (request: LlmRequest): Completion => {
    const hash = requestHash(request);
    const completions = options.replies.get(hash) ?? [];
    const position = served.get(hash) ?? 0;
    const completion = completions[position];
    if (completion === undefined) {
      throw new NotRecorded(
        `The recording holds ${completions.length} replies for request ${hash.slice(0, 12)}, but reply ` +
          `${position + 1} was asked for. Record again with this harness, or name a live model.`,
      );
    }
    served.set(hash, position + 1);
    return completion;
  };
  return {
    name: options.name ?? 'recorded',
    deterministic: false,
    // An async function, so that a missing reply is a rejection, never a synchronous throw.
    complete: async (request, _seed, signal) => {
      signal.throwIfAborted();
      return next(request);
    },
  };
}
