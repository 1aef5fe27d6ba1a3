import { describe, expect, it } from 'vitest';
import { noModel } from '../../../src/llm/no-model.js';
import { parseModelOption } from '../../../src/llm/parse-model.js';
import { NotRecorded, recordedModel, requestHash } from '../../../src/llm/recorded-model.js';
import type { Completion, LlmRequest } from '../../../src/ports/llm.js';
import { InputError } from '../../../src/task/error.js';
import { ModelUnavailable } from '../../../src/task/model-unavailable.js';

const request: LlmRequest = { messages: [{ role: 'user', content: 'a' }], maxOutputTokens: 5 };
const reply = (text: string): Completion => ({
  text,
  finish: 'complete',
  usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1 },
});
const live = new AbortController().signal;

describe('noModel', () => {
  it('refuses every call and names the option to set', async () => {
    const refusal = noModel().complete(request, 1, live);
    await expect(refusal).rejects.toBeInstanceOf(ModelUnavailable);
    await expect(refusal).rejects.toThrow('--model openai:<model>');
  });
});

describe('recordedModel', () => {
  it('serves equal requests in recorded order, each from its own list', async () => {
    const other: LlmRequest = { ...request, maxOutputTokens: 6 };
    const model = recordedModel({
      replies: new Map([
        [requestHash(request), [reply('one'), reply('two')]],
        [requestHash(other), [reply('three')]],
      ]),
    });
    const texts: string[] = [];
    for (const asked of [request, other, request]) texts.push((await model.complete(asked, 1, live)).text);
    expect(texts).toEqual(['one', 'three', 'two']);
  });

  it('fails with a typed error where the recording ends', async () => {
    const missing = recordedModel({ replies: new Map() }).complete(request, 1, live);
    await expect(missing).rejects.toBeInstanceOf(NotRecorded);
    await expect(missing).rejects.toThrow('holds 0 replies');
  });
});

describe('parseModelOption', () => {
  it.each([
    ['none', { kind: 'none' }],
    ['openai:gpt-5-mini', { kind: 'openai', model: 'gpt-5-mini' }],
    ['openai:qwen3:4b', { kind: 'openai', model: 'qwen3:4b' }],
  ])('reads %s', (text, option) => {
    expect(parseModelOption(text)).toEqual(option);
  });

  it.each(['', 'openai', 'openai:', 'gpt-5', 'None', 'claude:x'])('refuses `%s` and lists what is possible', (text) => {
    expect(() => parseModelOption(text)).toThrow(InputError);
    expect(() => parseModelOption(text)).toThrow(/`none`.*`openai:<model>`/);
  });
});
