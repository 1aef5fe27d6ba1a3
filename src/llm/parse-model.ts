import { InputError } from '../task/error.js';

/** A deployed model, as the `--model` option names it. */
export type ModelOption =
  | { readonly kind: 'none' }
  | { readonly kind: 'embedded' }
  | { readonly kind: 'openai'; readonly model: string }
  | { readonly kind: 'recorded'; readonly file: string };

/**
 * Reads `none`, `embedded`, `openai:<model>` or `recorded:<file>`.
 * @throws InputError that lists what is possible.
 */
export function parseModelOption(text: string): ModelOption {
  if (text === 'none' || text === 'embedded') return { kind: text };
  const colon = text.indexOf(':');
  const kind = text.slice(0, Math.max(0, colon));
  const rest = text.slice(colon + 1).trim();
  if (rest !== '' && kind === 'openai') return { kind, model: rest };
  if (rest !== '' && kind === 'recorded') return { kind, file: rest };
  throw new InputError(
    `Expected a model, got \`${text}\`. Possible are \`none\` (no model: code alone), \`embedded\` ` +
      '(a sentence model that comes along; it selects and writes nothing), `openai:<model>` ' +
      '(any OpenAI-compatible endpoint, for example `openai:gpt-5-mini`) and `recorded:<file>` ' +
      '(replies that --save-replies kept).',
  );
}
