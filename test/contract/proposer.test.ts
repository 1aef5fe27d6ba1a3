import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAiModel } from '../../src/llm/openai-model.js';
import { commandProposer } from '../../src/optimizer/command-proposer.js';
import { llmProposer } from '../../src/optimizer/llm-proposer.js';
import { buildPrompt } from '../../src/optimizer/prompt/build-prompt.js';
import { recordedProposer } from '../../src/optimizer/recorded-proposer.js';
import type { Proposer } from '../../src/ports/proposer.js';
import { startChatServer, type ChatServer } from '../fixtures/chat-server.js';
import { sampleRequest, sampleView } from '../unit/optimizer/sample-view.js';

const SCRIPT = fileURLToPath(new URL('../unit/optimizer/optimizer-command.mjs', import.meta.url));
const REPLY = '{"version":1,"rationale":"r","edits":[]}';
const live = new AbortController().signal;
const price = { inputPerMTok: 1, outputPerMTok: 4 };

let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer([{ text: REPLY }]);
});
afterAll(() => server.close());

const command = (behaviour: string): Proposer =>
  commandProposer({ command: [process.execPath, SCRIPT, behaviour], timeoutMs: 20_000, priceUsdPerCall: 0.5 });

/** Each proposer twice: one that answers, and one whose optimizer gives nothing. */
const PROPOSERS: Readonly<
  Record<string, { readonly answers: () => Proposer; readonly fails: () => Promise<Proposer> }>
> = {
  command: { answers: () => command('answer'), fails: async () => command('fail') },
  llm: {
    answers: () =>
      llmProposer({
        llm: openAiModel({ model: 'm', baseUrl: server.baseUrl, apiKeyEnv: 'UNSET_KEY' }),
        price,
        maxOutputTokens: 500,
      }),
    fails: async () => {
      const silent = await startChatServer([{ text: '' }]);
      afterAll(() => silent.close());
      const llm = openAiModel({ model: 'm', baseUrl: silent.baseUrl, apiKeyEnv: 'UNSET_KEY' });
      return llmProposer({ llm, price, maxOutputTokens: 500 });
    },
  },
  recorded: {
    answers: () => recordedProposer({ replies: [{ ordinal: 1, text: REPLY, promptHash: 'a'.repeat(64) }] }),
    fails: async () => recordedProposer({ replies: [] }),
  },
};

describe.each(Object.entries(PROPOSERS))('proposer contract: %s', (_name, { answers, fails }) => {
  it('replies verbatim, with the hash of the one prompt and within its worst case', async () => {
    const proposer = answers();
    const request = sampleRequest();
    const worst = proposer.worstCase(request);
    const proposal = await proposer.propose(request, live);
    expect(proposal).toMatchObject({ kind: 'reply', finish: 'complete', promptHash: buildPrompt(request).hash });
    expect(JSON.parse(proposal.kind === 'reply' ? proposal.text : '')).toMatchObject({ version: 1, edits: [] });
    expect(proposal.costUsd).toBeLessThanOrEqual(worst.usd ?? -1);
  });

  it('says why when its optimizer gives nothing, and does not throw', async () => {
    const proposal = await (await fails()).propose(sampleRequest(), live);
    expect(proposal.kind === 'none' ? proposal.message.length : 0).toBeGreaterThan(20);
  });

  it('leaves the view as it was', async () => {
    const view = sampleView();
    const before = structuredClone(view);
    await answers().propose(sampleRequest(view), live);
    expect(view).toEqual(before);
  });

  it('ends with the reason of an abort', async () => {
    const aborted = AbortSignal.abort(new Error('stopped by hand'));
    await expect(answers().propose(sampleRequest(), aborted)).rejects.toThrow('stopped by hand');
  });

  it('has a name', () => {
    expect(answers().name).toMatch(/^[\w:.-]+$/);
  });
});
