import type { Llm } from '../ports/llm.js';
import { MODEL_RECORDING_FORMAT, type ModelRecording, type RecordedCompletion } from './model-recording.js';
import { requestHash } from './recorded-model.js';

/** A model that keeps a copy of every completion. */
export interface SavingModel {
  readonly llm: Llm;
  /** All completions so far. */
  recording(): ModelRecording;
}

/** Wraps a live model: it answers as before, and what it answered can be saved. */
export function savingModel(live: Llm): SavingModel {
  const kept = new Map<string, RecordedCompletion[]>();
  const complete: Llm['complete'] = async (request, seed, signal, onRetry) => {
    const completion = await live.complete(request, seed, signal, onRetry);
    const hash = requestHash(request);
    const equal = kept.get(hash) ?? [];
    kept.set(hash, equal);
    equal.push({ ...completion, seed });
    return completion;
  };
  return {
    llm: { ...live, complete },
    recording: () => ({
      format: MODEL_RECORDING_FORMAT,
      model: live.name,
      replies: [...kept].map(([request, completions]) => ({ request, completions: [...completions] })),
    }),
  };
}
