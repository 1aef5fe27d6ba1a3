import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAiModel } from '../../src/llm/openai-model.js';
import { commandProposer } from '../../src/optimizer/command-proposer.js';
import { llmProposer } from '../../src/optimizer/llm-proposer.js';
import { buildPrompt } from '../../src/optimizer/prompt/build-prompt.js';
import { programSearch } from '../../src/optimizer/operators/program-search.js';
import { recordedProposer } from '../../src/optimizer/recorded-proposer.js';
import type { Proposer } from '../../src/ports/proposer.js';
import { startChatServer, type ChatServer } from '../fixtures/chat-server.js';
import type { WindowView } from '../../src/ports/window-view.js';
import { openCorpusEditor, seedFiles, viewOf } from '../unit/optimizer/operators/corpus-view.js';
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
  Record<
    string,
    {
      readonly answers: () => Proposer;
      readonly fails: () => Promise<Proposer>;
      /** What it can answer; any view when left out. */
      readonly view?: () => WindowView;
    }
  >
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
  // The sample view's harness has a strategy of its own, which program search leaves alone.
  operators: {
    answers: () => programSearch({ kind: 'operators', seed: 1 }),
    fails: async () => programSearch({ kind: 'operators', seed: 1 }),
    view: () => viewOf(openCorpusEditor(), seedFiles),
  },
  random: {
    answers: () => programSearch({ kind: 'random', seed: 1 }),
    fails: async () => programSearch({ kind: 'random', seed: 1 }),
    view: () => viewOf(openCorpusEditor(), seedFiles),
  },
};

describe.each(Object.entries(PROPOSERS))('proposer contract: %s', (_name, { answers, fails, view = sampleView }) => {
  it('replies verbatim, with the hash of the one prompt and within its worst case', async () => {
    const proposer = answers();
    const request = sampleRequest(view());
    const worst = proposer.worstCase(request);
    const proposal = await proposer.propose(request, live);
    expect(proposal).toMatchObject({ kind: 'reply', finish: 'complete', promptHash: buildPrompt(request).hash });
    expect(JSON.parse(proposal.kind === 'reply' ? proposal.text : '')).toMatchObject({
      version: 1,
      edits: expect.any(Array),
    });
    expect(proposal.costUsd).toBeLessThanOrEqual(worst.usd ?? -1);
  });

  it('says why when its optimizer gives nothing, and does not throw', async () => {
    const proposal = await (await fails()).propose(sampleRequest(), live);
    expect(proposal.kind === 'none' ? proposal.message.length : 0).toBeGreaterThan(20);
  });

  it('leaves the view as it was', async () => {
    const given = view();
    const before = structuredClone(given);
    await answers().propose(sampleRequest(given), live);
    expect(given).toEqual(before);
  });

  it('ends with the reason of an abort', async () => {
    const aborted = AbortSignal.abort(new Error('stopped by hand'));
    await expect(answers().propose(sampleRequest(), aborted)).rejects.toThrow('stopped by hand');
  });

  it('has a name', () => {
    expect(answers().name).toMatch(/^[\w:.-]+$/);
  });
});
