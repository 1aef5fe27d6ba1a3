import type { Completion, Llm, LlmRequest } from '../ports/llm.js';
import { EspalierError } from '../task/error.js';
import { hashOf } from '../task/hash.js';
import type { RecordedCompletion } from './model-recording.js';

/** A recording holds no (further) reply for a request. */
export class NotRecorded extends EspalierError {
  readonly code = 'NOT_RECORDED';
}

/** The name of a request in a recording: SHA-256 (hex) of its canonical JSON. */
export const requestHash = (request: LlmRequest): string => hashOf(request);

/**
 * Serves completions from a recording: request hash → its completions. Of equal requests each gets the completion of
 * its own sampling seed, so that the order in which tasks run does not matter; with other seeds, the next in order.
 */
export function recordedModel(options: {
  readonly replies: ReadonlyMap<string, readonly RecordedCompletion[]>;
  /** Default `recorded`. */
  readonly name?: string;
}): Llm {
  const left = new Map<string, RecordedCompletion[]>();
  const next = (request: LlmRequest, seed: number): Completion => {
    const hash = requestHash(request);
    const completions = options.replies.get(hash) ?? [];
    const unserved = left.get(hash) ?? [...completions];
    left.set(hash, unserved);
    const own = unserved.findIndex((one) => one.seed === seed);
    const [served] = unserved.splice(Math.max(0, own), 1);
    if (served === undefined) {
      throw new NotRecorded(
        `The recording holds ${completions.length} replies for request ${hash.slice(0, 12)}, but reply ` +
          `${completions.length + 1} was asked for. Record again with this harness, or name a live model.`,
      );
    }
    const { text, finish, usage } = served;
    return { text, finish, usage };
  };
  return {
    name: options.name ?? 'recorded',
    // Asking again brings nothing new: a recording holds what was said once.
    deterministic: true,
    // An async function, so that a missing reply is a rejection, never a synchronous throw.
    complete: async (request, seed, signal) => {
      signal.throwIfAborted();
      return next(request, seed);
    },
  };
}
