import { describe, expect, it } from 'vitest';
import { llmProposer } from '../../../src/optimizer/llm-proposer.js';
import { buildPrompt } from '../../../src/optimizer/prompt/build-prompt.js';
import type { Completion, Llm, LlmRequest } from '../../../src/ports/llm.js';
import { ModelUnavailable } from '../../../src/task/model-unavailable.js';
import { sampleRequest } from './sample-view.js';

const live = new AbortController().signal;
const price = { inputPerMTok: 2, outputPerMTok: 10 };

/** A model in this process: the port is a parameter of this room. */
const modelThat = (answer: (request: LlmRequest) => Completion): Llm => ({
  name: 'test:model',
  deterministic: true,
  complete: async (request) => answer(request),
});
const completion = (text: string, finish: Completion['finish'] = 'complete'): Completion => ({
  text,
  finish,
  usage: { inputTokens: 1_000, cachedTokens: 0, outputTokens: 500 },
});

describe('llmProposer', () => {
  it('sends the one prompt and counts what the reply cost', async () => {
    const seen: LlmRequest[] = [];
    const llm = modelThat((request) => (seen.push(request), completion('{"version":1}')));
    const proposal = await llmProposer({ llm, price, maxOutputTokens: 4_000 }).propose(sampleRequest(), live);
    const { text, hash } = buildPrompt(sampleRequest());
    expect(seen).toEqual([{ messages: [{ role: 'user', content: text }], maxOutputTokens: 4_000 }]);
    expect(proposal).toMatchObject({ kind: 'reply', text: '{"version":1}', finish: 'complete', promptHash: hash });
    expect(proposal.costUsd).toBeCloseTo(0.007, 10);
  });

  it('says that a reply was cut, even where nothing came before the cut', async () => {
    const propose = (text: string) =>
      llmProposer({ llm: modelThat(() => completion(text, 'truncated')), maxOutputTokens: 9 }).propose(
        sampleRequest(),
        live,
      );
    expect(await propose('{"ver')).toMatchObject({ kind: 'reply', finish: 'truncated' });
    expect(await propose('')).toMatchObject({ kind: 'reply', finish: 'truncated' });
  });

  it('is no reply when the model says nothing, or cannot serve the prompt', async () => {
    const empty = llmProposer({ llm: modelThat(() => completion(' \n')), price, maxOutputTokens: 9 });
    expect(await empty.propose(sampleRequest(), live)).toMatchObject({ kind: 'none', costUsd: 0.007 });
    const llm = modelThat(() => {
      throw new ModelUnavailable('the prompt is too long');
    });
    const proposal = await llmProposer({ llm, maxOutputTokens: 9 }).propose(sampleRequest(), live);
    expect(proposal).toMatchObject({ kind: 'none', message: expect.stringContaining('too long') });
  });

  it('bounds its cost by the bytes of the prompt and the most it may write', () => {
    const proposer = llmProposer({ llm: modelThat(() => completion('x')), price, maxOutputTokens: 4_000 });
    const bytes = Buffer.byteLength(buildPrompt(sampleRequest()).text);
    const worst = proposer.worstCase(sampleRequest());
    expect(worst.calls).toBe(1);
    expect(worst.usd).toBeGreaterThanOrEqual((bytes * 2 + 4_000 * 10) / 1e6);
  });
});
