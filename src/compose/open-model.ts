import { noModel } from '../llm/no-model.js';
import { openAiModel } from '../llm/openai-model.js';
import { parseModelOption } from '../llm/parse-model.js';
import type { Llm } from '../ports/llm.js';
import type { ModelConfig } from './config.js';

/** The deployed model's settings, whichever way the config gave them. */
export const modelConfig = (given: string | ModelConfig | undefined): ModelConfig =>
  given === undefined ? { name: 'none' } : typeof given === 'string' ? { name: given } : given;

/** Opens a model. @throws InputError for a name that is none and for a missing key. */
export function openModel(config: ModelConfig): Llm {
  const option = parseModelOption(config.name);
  switch (option.kind) {
    case 'none':
      return noModel();
    case 'openai': {
      // What the official clients read too; a base URL in the config or on the command line comes first.
      const baseUrl = config.baseUrl ?? process.env['OPENAI_BASE_URL'];
      return openAiModel({
        model: option.model,
        ...(baseUrl === undefined || baseUrl === '' ? {} : { baseUrl }),
        ...(config.apiKeyEnv === undefined ? {} : { apiKeyEnv: config.apiKeyEnv }),
        ...(config.timeoutMs === undefined ? {} : { timeoutMs: config.timeoutMs }),
      });
    }
  }
}
