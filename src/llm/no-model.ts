import type { Completion, Llm } from '../ports/llm.js';
import { ModelUnavailable } from '../task/model-unavailable.js';

/** The model for harnesses that need none: every call throws `ModelUnavailable`. */
export function noModel(): Llm {
  return {
    name: 'none',
    deterministic: true,
    complete: (): Promise<Completion> =>
      Promise.reject(
        new ModelUnavailable(
          "The harness called a model, but the model is 'none'. " +
            'Set `--model openai:<model>` (or `model` in espalier.config.ts), or write harness code that needs no model.',
        ),
      ),
  };
}
