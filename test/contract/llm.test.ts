import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noModel } from '../../src/llm/no-model.js';
import { openAiModel } from '../../src/llm/openai-model.js';
import { recordedModel, requestHash } from '../../src/llm/recorded-model.js';
import type { Llm, LlmRequest } from '../../src/ports/llm.js';
import { EspalierError } from '../../src/task/error.js';
import { ModelUnavailable } from '../../src/task/model-unavailable.js';
import { startChatServer, type ChatServer } from '../fixtures/chat-server.js';

const REQUEST: LlmRequest = { messages: [{ role: 'user', content: 'Say yes.' }], maxOutputTokens: 5 };
const USAGE = { inputTokens: 10, cachedTokens: 3, outputTokens: 2 };
const live = new AbortController().signal;

let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer((body) =>
    body.messages[0]?.content === REQUEST.messages[0]?.content
      ? { text: 'yes', usage: { input: 10, output: 2, cached: 3 } }
      : { status: 400, body: { error: { message: 'unknown' } } },
  );
});
afterAll(() => server.close());

const SERVING: Readonly<Record<string, () => Llm>> = {
  openai: () => openAiModel({ model: 'm', baseUrl: server.baseUrl, apiKeyEnv: 'UNSET_KEY' }),
  recorded: () =>
    recordedModel({ replies: new Map([[requestHash(REQUEST), [{ text: 'yes', finish: 'complete', usage: USAGE }]]]) }),
};

describe.each(Object.entries(SERVING))('model contract: %s', (_name, open) => {
  it('completes with text, finish and usage', async () => {
    expect(await open().complete(REQUEST, 1, live)).toEqual({ text: 'yes', finish: 'complete', usage: USAGE });
  });

  it('fails with a typed error, as a rejection, for what it cannot serve', async () => {
    const unknown = open().complete({ ...REQUEST, messages: [{ role: 'user', content: 'Else.' }] }, 1, live);
    await expect(unknown).rejects.toBeInstanceOf(EspalierError);
  });

  it('ends with the reason of an abort', async () => {
    const aborted = AbortSignal.abort(new Error('stopped by hand'));
    await expect(open().complete(REQUEST, 1, aborted)).rejects.toThrow('stopped by hand');
  });
});

describe('model contract: none', () => {
  it('rejects with ModelUnavailable', async () => {
    await expect(noModel().complete(REQUEST, 1, live)).rejects.toBeInstanceOf(ModelUnavailable);
  });
});
