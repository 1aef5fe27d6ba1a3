import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EndpointRefused } from '../../../src/llm/endpoint-refused.js';
import { openAiModel, type OpenAiModelOptions } from '../../../src/llm/openai-model.js';
import type { Completion, LlmRequest } from '../../../src/ports/llm.js';
import { BackendFault, InputError } from '../../../src/task/error.js';
import { ModelUnavailable } from '../../../src/task/model-unavailable.js';
import { startChatServer, type ChatReply, type ChatScript, type ChatServer } from '../../fixtures/chat-server.js';

const KEY = 'sk-test-0123456789abcdef';
const REQUEST: LlmRequest = { messages: [{ role: 'user', content: 'Where is Oslo?' }], maxOutputTokens: 50 };
const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const OK: ChatReply = { text: 'In Norway.', usage: { input: 12, output: 4, cached: 8 } };
const REFUSED_FORMAT: ChatReply = {
  status: 400,
  body: { error: { message: "'response_format.type' is unsupported" } },
};

let server: ChatServer | undefined;
const start = async (script: ChatScript): Promise<ChatServer> => (server = await startChatServer(script));
const modelAt = (at: ChatServer, more: Partial<OpenAiModelOptions> = {}) =>
  openAiModel({ model: 'm1', baseUrl: at.baseUrl, apiKeyEnv: 'LLM_TEST_KEY', retryDelayMs: 5, ...more });
const ask = (at: ChatServer, more: Partial<OpenAiModelOptions> = {}, request = REQUEST): Promise<Completion> =>
  modelAt(at, more).complete(request, 7, new AbortController().signal);
const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('a failure was expected'),
    (error: unknown) => error,
  );

beforeEach(() => vi.stubEnv('LLM_TEST_KEY', KEY));
afterEach(async () => {
  vi.unstubAllEnvs();
  await server?.close();
  server = undefined;
});

describe('a request that works', () => {
  it('sends model, messages, limit, seed and key, and reads text and usage', async () => {
    const at = await start([OK]);
    expect(await ask(at, { temperature: 0.5 })).toEqual({
      text: 'In Norway.',
      finish: 'complete',
      usage: { inputTokens: 12, cachedTokens: 8, outputTokens: 4 },
    });
    expect(at.calls[0]).toMatchObject({
      path: '/v1/chat/completions',
      authorization: `Bearer ${KEY}`,
      body: { model: 'm1', messages: REQUEST.messages, max_tokens: 50, seed: 7, temperature: 0.5 },
    });
    expect(at.calls[0]?.body).not.toHaveProperty('response_format');
  });

  it("takes the request's temperature over the option's, and sends none when neither is set", async () => {
    const at = await start([OK]);
    await ask(at, { temperature: 0.5 }, { ...REQUEST, temperature: 0 });
    await ask(at);
    expect(at.calls.map((call) => call.body.temperature)).toEqual([0, undefined]);
  });

  it('says that a reply was cut at the token limit', async () => {
    expect(await ask(await start([{ text: 'In Nor', finish: 'length' }]))).toMatchObject({ finish: 'truncated' });
  });

  it('asks for the schema strictly', async () => {
    const at = await start([{ text: '{"city":"Oslo"}' }]);
    await ask(at, {}, { ...REQUEST, schema: SCHEMA });
    const { $schema: _dialect, ...schema } = SCHEMA;
    expect(at.calls[0]?.body.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'reply', strict: true, schema },
    });
  });

  it('sends a placeholder to a local server when there is no key', async () => {
    vi.stubEnv('LLM_TEST_KEY', '');
    const at = await start([OK]);
    await ask(at);
    expect(at.calls[0]?.authorization).toBe('Bearer no-key-needed');
  });
});

describe('an endpoint that refuses the way JSON is asked for', () => {
  it('is asked for any JSON object instead, told the schema in words, and remembered', async () => {
    const at = await start((body) => (body.response_format?.type === 'json_schema' ? REFUSED_FORMAT : { text: '{}' }));
    const model = modelAt(at);
    const request = { ...REQUEST, schema: SCHEMA };
    await model.complete(request, 1, new AbortController().signal);
    await model.complete(request, 2, new AbortController().signal);
    expect(at.calls.map((call) => call.body.response_format?.type)).toEqual([
      'json_schema',
      'json_object',
      'json_object',
    ]);
    expect(at.calls[1]?.body.messages.at(-1)?.content).toContain('"city"');
  });

  it('is asked in words alone when it refuses both', async () => {
    const at = await start((body) => (body.response_format === undefined ? { text: '{}' } : REFUSED_FORMAT));
    expect(await ask(at, {}, { ...REQUEST, schema: SCHEMA })).toMatchObject({ text: '{}' });
    expect(at.calls).toHaveLength(3);
  });
});

describe('trouble that passes', () => {
  it.each([408, 409, 425, 429, 500, 503])('tries again after a %i', async (status) => {
    const at = await start([{ status }, OK]);
    expect(await ask(at)).toMatchObject({ text: 'In Norway.' });
    expect(at.calls).toHaveLength(2);
  });

  it.each(['before', 'midway'] as const)('tries again after a connection reset %s the reply', async (reset) => {
    const at = await start([{ reset }, OK]);
    expect(await ask(at)).toMatchObject({ text: 'In Norway.' });
  });

  it.each(['before', 'midway'] as const)('gives up on a reply that hangs %s and tries again', async (hang) => {
    const at = await start([{ hang }, OK]);
    expect(await ask(at, { timeoutMs: 150 })).toMatchObject({ text: 'In Norway.' });
  });

  it('waits as long as the endpoint asks', async () => {
    const at = await start([{ status: 429, headers: { 'retry-after-ms': '120' } }, OK]);
    const begun = performance.now();
    await ask(at);
    expect(performance.now() - begun).toBeGreaterThan(110);
  });

  it('never waits longer than its own bound, whatever the endpoint asks', async () => {
    const at = await start([{ status: 429, headers: { 'retry-after': '3600' } }, OK]);
    const begun = performance.now();
    await ask(at);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('is a backend fault after the last attempt, with the count and the last reason', async () => {
    const at = await start([{ status: 503, body: { error: { message: 'overloaded' } } }]);
    const error = await failure(ask(at, { maxRetries: 2 }));
    expect(error).toBeInstanceOf(BackendFault);
    expect(String(error)).toMatch(/failed 3 times.*overloaded/);
    expect(at.calls).toHaveLength(3);
  });

  it('names the deadline when every attempt hangs', async () => {
    const error = await failure(ask(await start([{ hang: 'before' }]), { timeoutMs: 60, maxRetries: 1 }));
    expect(error).toBeInstanceOf(BackendFault);
    expect(String(error)).toContain('no answer within 60 ms');
  });

  it('is a backend fault when nobody listens', async () => {
    const at = await startChatServer([OK]);
    await at.close();
    expect(await failure(ask(at, { maxRetries: 1 }))).toBeInstanceOf(BackendFault);
  });
});

describe('trouble that stays', () => {
  it.each([
    [401, 'LLM_TEST_KEY'],
    [403, 'LLM_TEST_KEY'],
    [404, 'm1'],
    [400, 'espalier.config.ts'],
  ])('stops at a %i at once and says what to check', async (status, hint) => {
    const at = await start([{ status, body: { error: { message: 'no' } } }]);
    const error = await failure(ask(at));
    expect(error).toBeInstanceOf(EndpointRefused);
    expect(error).toMatchObject({ status });
    expect(String(error)).toContain(hint);
    expect(at.calls).toHaveLength(1);
  });

  it('stops at an empty quota, although that is a 429', async () => {
    const at = await start([{ status: 429, body: { error: { message: 'spent', code: 'insufficient_quota' } } }]);
    expect(await failure(ask(at))).toBeInstanceOf(EndpointRefused);
    expect(at.calls).toHaveLength(1);
  });

  it("is the harness's to handle when its request was too long", async () => {
    const body = { error: { message: 'maximum context length is 8192 tokens', code: 'context_length_exceeded' } };
    expect(await failure(ask(await start([{ status: 400, body }])))).toBeInstanceOf(ModelUnavailable);
  });

  it('is a refusal when the base URL serves a web page', async () => {
    const error = await failure(ask(await start([{ status: 200, body: '<html>hello</html>' }])));
    expect(error).toBeInstanceOf(EndpointRefused);
    expect(String(error)).toContain('/v1');
  });

  it('is a backend fault when no usage is reported: never counted as zero', async () => {
    const error = await failure(ask(await start([{ text: 'hi', usage: null }])));
    expect(error).toBeInstanceOf(BackendFault);
    expect(String(error)).toContain('usage');
  });

  it('never shows the key, not even where the endpoint quotes it', async () => {
    const message = `Incorrect API key provided: ${KEY} (sk-tes**********cdef)`;
    const error = await failure(ask(await start([{ status: 401, body: { error: { message } } }])));
    const shown = `${String(error)} ${String((error as Error).cause)} ${JSON.stringify(error)}`;
    expect(shown).not.toContain(KEY);
    expect(shown).not.toContain('sk-tes');
    expect(shown).toContain('[key]');
  });
});

describe('what the caller decides', () => {
  it('ends a waiting call with its own reason', async () => {
    const at = await start([{ hang: 'before' }]);
    const controller = new AbortController();
    const pending = failure(modelAt(at).complete(REQUEST, 1, controller.signal));
    setTimeout(() => controller.abort(new Error('enough')), 40);
    expect(String(await pending)).toContain('enough');
    expect(at.calls).toHaveLength(1);
  });

  it('ends the wait between two attempts', async () => {
    const at = await start([{ status: 500 }]);
    const controller = new AbortController();
    const pending = failure(modelAt(at, { retryDelayMs: 60_000 }).complete(REQUEST, 1, controller.signal));
    setTimeout(() => controller.abort(), 60);
    expect(await pending).toBeInstanceOf(Error);
  });

  it('needs a key for an endpoint elsewhere, and says which variable', () => {
    vi.stubEnv('LLM_TEST_KEY', undefined);
    const make = (): unknown => openAiModel({ model: 'm', apiKeyEnv: 'LLM_TEST_KEY' });
    expect(make).toThrow(InputError);
    expect(make).toThrow(/api\.openai\.com.*LLM_TEST_KEY/);
  });

  it('refuses a base URL that is none', () => {
    expect(() => openAiModel({ model: 'm', baseUrl: 'localhost:8080' })).toThrow(/http\(s\) URL/);
  });
});
