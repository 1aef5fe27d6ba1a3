import { describe, expect, it } from 'vitest';
import { noModel } from '../../../src/llm/no-model.js';
import { parseModelOption } from '../../../src/llm/parse-model.js';
import { readModelRecording } from '../../../src/llm/model-recording.js';
import { NotRecorded, recordedModel, requestHash } from '../../../src/llm/recorded-model.js';
import { savingModel } from '../../../src/llm/saving-model.js';
import type { Completion, Llm, LlmRequest } from '../../../src/ports/llm.js';
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

  it('gives each sampling seed its own reply, in whatever order they ask, and other seeds what is left', async () => {
    const replies = [
      { ...reply('one'), seed: 1 },
      { ...reply('two'), seed: 2 },
      { ...reply('three'), seed: 3 },
    ];
    const model = recordedModel({ replies: new Map([[requestHash(request), replies]]) });
    expect(await model.complete(request, 3, live)).toEqual(reply('three'));
    const texts: string[] = [];
    for (const seed of [9, 2]) texts.push((await model.complete(request, seed, live)).text);
    expect(texts).toEqual(['one', 'two']);
    await expect(model.complete(request, 3, live)).rejects.toThrow('holds 3 replies');
  });

  it('fails with a typed error where the recording ends', async () => {
    const missing = recordedModel({ replies: new Map() }).complete(request, 1, live);
    await expect(missing).rejects.toBeInstanceOf(NotRecorded);
    await expect(missing).rejects.toThrow('holds 0 replies');
  });
});

describe('savingModel', () => {
  it('answers as the live model does, and what it saved reads back and serves the same', async () => {
    let calls = 0;
    const saving = savingModel({
      name: 'openai:x',
      deterministic: true,
      complete: () => Promise.resolve(reply(`answer ${String((calls += 1))}`)),
    });
    const other: LlmRequest = { ...request, temperature: 1 };
    const ask = async (model: Llm): Promise<readonly Completion[]> => [
      await model.complete(request, 1, live),
      await model.complete(other, 1, live),
      await model.complete(request, 2, live),
    ];
    const first = await ask(saving.llm);
    const recording = readModelRecording(JSON.stringify(saving.recording()), 'replies.json');
    expect(recording).toEqual(saving.recording());
    expect(recording).toMatchObject({ format: 1, model: 'openai:x' });
    expect(recording.replies.map((one) => one.completions.length)).toEqual([2, 1]);
    const replies = new Map(recording.replies.map((one) => [one.request, one.completions]));
    expect(await ask(recordedModel({ replies }))).toEqual(first);
  });
});

describe('a model recording', () => {
  const good = { format: 1, model: 'openai:x', replies: [{ request: 'a'.repeat(64), completions: [reply('one')] }] };
  it.each<[string, string]>([
    ['{', 'it is not JSON'],
    [JSON.stringify({ ...good, format: 2 }), 'format'],
    [JSON.stringify({ ...good, replies: [{ request: 'a', completions: [reply('one')] }] }), 'request'],
    [JSON.stringify({ ...good, replies: [{ request: 'a'.repeat(64), completions: [] }] }), 'completions'],
    [
      JSON.stringify({
        ...good,
        replies: [{ request: 'a'.repeat(64), completions: [{ ...reply('one'), usage: null }] }],
      }),
      'usage',
    ],
    [JSON.stringify({ ...good, mdoel: 'x' }), 'mdoel'],
  ])('that is broken is refused with its file and what is wrong: %#', (text, wrong) => {
    expect(() => readModelRecording(text, 'replies.json')).toThrow(InputError);
    expect(() => readModelRecording(text, 'replies.json')).toThrow(/recording .*in replies\.json.*--save-replies/);
    expect(() => readModelRecording(text, 'replies.json')).toThrow(wrong);
  });
});

describe('parseModelOption', () => {
  it.each([
    ['none', { kind: 'none' }],
    ['openai:gpt-5-mini', { kind: 'openai', model: 'gpt-5-mini' }],
    ['openai:qwen3:4b', { kind: 'openai', model: 'qwen3:4b' }],
    ['recorded:replies/a.json', { kind: 'recorded', file: 'replies/a.json' }],
  ])('reads %s', (text, option) => {
    expect(parseModelOption(text)).toEqual(option);
  });

  it.each(['', 'openai', 'openai:', 'recorded', 'recorded: ', 'gpt-5', 'None', 'claude:x'])(
    'refuses `%s` and lists what is possible',
    (text) => {
      expect(() => parseModelOption(text)).toThrow(InputError);
      expect(() => parseModelOption(text)).toThrow(/`none`.*`openai:<model>`.*`recorded:<file>`/);
    },
  );
});
