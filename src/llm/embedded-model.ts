import type { Completion, Llm, LlmRequest } from '../ports/llm.js';
import { ModelUnavailable } from '../task/model-unavailable.js';
import { answerOf, textsOf } from './embedded/answer.js';
import { type Ask, readAsk } from './embedded/ask.js';
import type { Embed, Embedded } from './embedded/embedder.js';

/**
 * A sentence model that selects: one of given values, some of them, whether a passage answers a question, how similar
 * two texts are. Equal requests get equal replies. It writes nothing: `chat` and free text are `ModelUnavailable`.
 */
export function embeddedModel(embed: Embed): Llm {
  return {
    name: 'embedded',
    deterministic: true,
    complete: async (request, _seed, signal): Promise<Completion> => {
      signal.throwIfAborted();
      const ask = askOf(request);
      const texts = [...new Set(textsOf(ask))];
      const embedded = new Map<string, Embedded>();
      for (const [index, one] of (await embed(texts)).entries()) embedded.set(texts[index] ?? '', one);
      signal.throwIfAborted();
      const found = (text: string): Embedded => {
        const one = embedded.get(text);
        if (!one) throw new Error('A text that was not named was looked at.');
        return one;
      };
      const text = JSON.stringify(answerOf(ask, found));
      const inputTokens = [...embedded.values()].reduce((sum, { tokens }) => sum + tokens, 0);
      // It writes no text; what it gives is counted at the four characters that a token has on average.
      const usage = { inputTokens, cachedTokens: 0, outputTokens: Math.ceil(text.length / 4) };
      return { text, finish: 'complete', usage };
    },
  };
}

function askOf({ predict, schema }: LlmRequest): Ask {
  if (predict === undefined || schema === undefined) throw unavailable('a chat asks for free text');
  const ask = readAsk(schema, predict.instruction, predict.input);
  if (ask.kind === 'unservable') throw unavailable(ask.why);
  return ask;
}

const unavailable = (why: string): ModelUnavailable =>
  new ModelUnavailable(
    `The model 'embedded' chooses and compares; it writes no text, and here ${why}. It serves predict with an output of s.enum, ` +
      's.array(s.enum), s.boolean (input { question, passage }), s.number from 0 to 1 (input of two texts), or an object of these. ' +
      'For free text set `--model openai:<model>` (or `model` in espalier.config.ts).',
  );
