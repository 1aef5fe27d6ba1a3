import type { Completion, Llm, LlmRequest, OnRetry } from '../ports/llm.js';
import type { Proposal, Proposer } from '../ports/proposer.js';
import { ModelUnavailable } from '../task/model-unavailable.js';
import { costUsd, type Price } from '../task/usage.js';
import { buildPrompt, type Prompt } from './prompt/build-prompt.js';

export interface LlmProposerOptions {
  readonly llm: Llm;
  /** Without it no worst case in US dollars is known, and replies count as free. */
  readonly price?: Price;
  readonly maxOutputTokens: number;
  readonly temperature?: number;
  /** Default 60,000 estimated tokens. */
  readonly promptTokens?: number;
}

/** An optimizer that is a language model: one prompt, one reply. */
export function llmProposer(options: LlmProposerOptions): Proposer {
  const { llm, price, maxOutputTokens } = options;
  return {
    name: llm.name,
    worstCase(request) {
      if (price === undefined) return { calls: 1, usd: undefined };
      // No tokenizer makes more tokens than bytes; the chat template adds a handful.
      const inputTokens = Buffer.byteLength(buildPrompt(request, options.promptTokens).text) + 64;
      return { calls: 1, usd: costUsd({ inputTokens, cachedTokens: 0, outputTokens: maxOutputTokens }, price) };
    },
    async propose(request, signal, onRetry): Promise<Proposal> {
      const prompt = buildPrompt(request, options.promptTokens);
      const completion = await ask(llm, requestOf(prompt, options), seedOf(prompt), signal, onRetry);
      if (completion instanceof ModelUnavailable) {
        return { kind: 'none', message: `The optimizer's model gave no reply: ${completion.message}`, costUsd: 0 };
      }
      const { text, finish, usage } = completion;
      const cost = price === undefined ? 0 : costUsd(usage, price);
      if (text.trim() === '' && finish === 'complete') {
        return { kind: 'none', message: `The optimizer's model ${llm.name} gave an empty reply.`, costUsd: cost };
      }
      return { kind: 'reply', text, finish, promptHash: prompt.hash, usage, costUsd: cost, notices: [] };
    },
  };
}

const requestOf = (prompt: Prompt, options: LlmProposerOptions): LlmRequest => ({
  messages: [{ role: 'user', content: prompt.text }],
  maxOutputTokens: options.maxOutputTokens,
  ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
});

/** 31 bits of the prompt's hash. */
const seedOf = (prompt: Prompt): number => Number.parseInt(prompt.hash.slice(0, 8), 16) & 0x7fffffff;

async function ask(
  llm: Llm,
  request: LlmRequest,
  seed: number,
  signal: AbortSignal,
  onRetry: OnRetry | undefined,
): Promise<Completion | ModelUnavailable> {
  try {
    return await llm.complete(request, seed, signal, onRetry);
  } catch (error) {
    if (error instanceof ModelUnavailable) return error;
    throw error;
  }
}
