import { embeddedModel } from '../llm/embedded-model.js';
import { embedder } from '../llm/embedded/embedder.js';
import { embeddedPackages } from '../llm/embedded/packages.js';
import { noModel } from '../llm/no-model.js';
import { openAiModel } from '../llm/openai-model.js';
import { parseModelOption } from '../llm/parse-model.js';
import type { Llm } from '../ports/llm.js';
import type { Price } from '../task/usage.js';
import type { ModelConfig } from './config.js';
import { openRecordedModel } from './model-file.js';

/** The deployed model's settings, whichever way the config gave them. */
const modelConfig = (given: string | ModelConfig | undefined): ModelConfig =>
  given === undefined ? { name: 'none' } : typeof given === 'string' ? { name: given } : given;

/** The embedded model runs on this machine. */
const FREE: Price = { inputPerMTok: 0, outputPerMTok: 0 };

/** The settings in force: the command line's over the config's. Another model than the config's has no price there. */
export function modelInForce(given: string | ModelConfig | undefined, named: Partial<ModelConfig> = {}): ModelConfig {
  const { price, ...base } = modelConfig(given);
  const free = (named.name ?? base.name) === 'embedded' ? { price: FREE } : {};
  const same = named.name === undefined || named.name === base.name;
  return { ...base, ...free, ...(same && price !== undefined ? { price } : {}), ...named };
}

/**
 * Opens a model; the file of a recorded one is looked up from `directory`.
 * @throws InputError for a name that is none, a missing key or package, and a broken recording.
 */
export function openModel(config: ModelConfig, directory: string = process.cwd()): Llm {
  const option = parseModelOption(config.name);
  switch (option.kind) {
    case 'none':
      return noModel();
    case 'embedded':
      return embeddedModel(embedder(embeddedPackages(directory)));
    case 'recorded':
      return openRecordedModel(option.file, directory);
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
