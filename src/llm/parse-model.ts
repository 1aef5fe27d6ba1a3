import { InputError } from '../task/error.js';

/** A deployed model, as the `--model` option names it. */
export type ModelOption = { readonly kind: 'none' } | { readonly kind: 'openai'; readonly model: string };

/**
 * Reads `none` or `openai:<model>`.
 * @throws InputError that lists what is possible.
 */
export function parseModelOption(text: string): ModelOption {
  if (text === 'none') return { kind: 'none' };
  const colon = text.indexOf(':');
  const model = text.slice(colon + 1).trim();
  if (colon > 0 && text.slice(0, colon) === 'openai' && model !== '') return { kind: 'openai', model };
  throw new InputError(
    `Expected a model, got \`${text}\`. Possible are \`none\` (no model: code alone) and \`openai:<model>\` ` +
      '(any OpenAI-compatible endpoint, for example `openai:gpt-5-mini`).',
  );
}
