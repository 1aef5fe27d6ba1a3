import { describe, expect, it } from 'vitest';
import { embeddedModel } from '../../../src/llm/embedded-model.js';
import { embedder } from '../../../src/llm/embedded/embedder.js';
import { embeddedPackages } from '../../../src/llm/embedded/packages.js';
import type { LlmRequest } from '../../../src/ports/llm.js';
import { InputError } from '../../../src/task/error.js';
import type { Json, JsonSchema } from '../../../src/task/json.js';
import { ModelUnavailable } from '../../../src/task/model-unavailable.js';
import { s } from '../../../src/runtime/schema.js';

const live = new AbortController().signal;
const embed = embedder(embeddedPackages(process.cwd()));
const model = embeddedModel(embed);

const request = (instruction: string, input: Json, schema: JsonSchema): LlmRequest => ({
  messages: [{ role: 'user', content: instruction }],
  maxOutputTokens: 100,
  schema,
  predict: { instruction, input },
});
const predict = async (instruction: string, input: Json, output: { readonly json: JsonSchema }): Promise<Json> =>
  JSON.parse((await model.complete(request(instruction, input, output.json), 1, live)).text) as Json;

const RIVER = 'The river runs through the old town and floods it every spring.';
const OPERA = 'The singer made her debut at the opera house in 1901.';
const ORE = 'Copper ore was mined in these hills.';

describe('the embedded model', () => {
  it('chooses one of the given values', async () => {
    expect(await predict('Choose.', 'Who sang at the opera?', s.enum([RIVER, OPERA, ORE]))).toBe(OPERA);
  });

  it('reads descriptions of the values from the input', async () => {
    const calls = { a: RIVER, b: ORE, c: OPERA };
    const input = { question: 'Which metal came out of the mine?', calls };
    expect(await predict('Choose.', input, s.enum(['a', 'b', 'c']))).toBe('b');
  });

  it('selects within the bounds of the list, in the order of the values', async () => {
    const all = s.array(s.enum([RIVER, OPERA, ORE]), { minItems: 2, maxItems: 2 });
    const chosen = await predict('Select.', 'A flood of the river came to the mining hills.', all);
    expect(chosen).toEqual([RIVER, ORE]);
    expect(await predict('Select.', 'opera singer', s.array(s.enum([RIVER, OPERA, ORE]), { maxItems: 0 }))).toEqual([]);
  });

  it('tells whether a passage answers a question', async () => {
    const ask = (passage: Json): Promise<Json> =>
      predict('Answered?', { question: 'When did the singer make her opera debut?', passage }, s.boolean());
    expect(await ask(`${RIVER} ${OPERA}`)).toBe(true);
    expect(await ask([ORE])).toBe(false);
  });

  it('compares two texts', async () => {
    const near = s.number({ minimum: 0, maximum: 1 });
    expect(await predict('', [RIVER, RIVER], near)).toBe(1);
    const far = await predict('', { one: RIVER, other: OPERA }, near);
    expect(far).toBeLessThan(0.6);
  });

  it('fills an object member by member and leaves out what may be left out', async () => {
    const output = s.object({
      best: s.enum([RIVER, OPERA]),
      fixed: s.literal(3),
      maybe: s.nullable(s.enum([RIVER, ORE])),
      why: s.optional(s.string()),
    });
    expect(await predict('', 'mining of copper', output)).toMatchObject({ fixed: 3, maybe: ORE });
    expect(await predict('', 'mining of copper', output)).not.toHaveProperty('why');
  });

  it.each([
    ['a string', s.string(), 'the output is free text'],
    ['a member that is a string', s.object({ a: s.string() }), 'member `a` of the output is free text'],
    ['an integer', s.integer(), 'no choice among given values'],
    ['a number without bounds', s.number(), 'not from 0 to 1'],
    ['a boolean without passage', s.boolean(), 'needs an input { question, passage }'],
    ['a list of texts', s.array(s.string()), 'list of what is no choice'],
  ])('refuses %s, naming the option to set', async (_what, output, why) => {
    const refusal = model.complete(request('Write.', 'something', output.json), 1, live);
    await expect(refusal).rejects.toBeInstanceOf(ModelUnavailable);
    await expect(refusal).rejects.toThrow(why);
    await expect(refusal).rejects.toThrow('--model openai:<model>');
  });

  it('refuses a chat', async () => {
    const chat = model.complete({ messages: [{ role: 'user', content: 'Hello' }], maxOutputTokens: 5 }, 1, live);
    await expect(chat).rejects.toBeInstanceOf(ModelUnavailable);
  });

  it('counts the tokens that it reads, whatever it has read before', async () => {
    const asked = request('Choose.', 'Who sang?', s.enum([RIVER, OPERA]).json);
    const first = await model.complete(asked, 1, live);
    expect(first.usage.inputTokens).toBeGreaterThan(20);
    expect(await model.complete(asked, 2, live)).toEqual(first);
    expect(await embeddedModel(embedder(embeddedPackages(process.cwd()))).complete(asked, 1, live)).toEqual(first);
  });
});

describe('embeddings', () => {
  it('do not hang on what else is in the batch, bit for bit', async () => {
    const texts = [RIVER, OPERA, ORE, 'short', 'A sentence of a few words more than that.', OPERA.slice(4)];
    const together = await embed(texts);
    const alone = embedder(embeddedPackages(process.cwd()), 1);
    for (const [at, text] of texts.entries()) {
      const [own] = await alone([text]);
      expect(own?.vector).toEqual(together[at]?.vector);
    }
  });

  it('of an empty text are no direction at all', async () => {
    const [empty, full] = await embed(['', RIVER]);
    expect(empty?.tokens).toBe(0);
    expect(Math.hypot(...(empty?.vector ?? [1]))).toBe(0);
    expect(Math.hypot(...(full?.vector ?? []))).toBeCloseTo(1, 5);
  });

  it('leave the host free while they are made', async () => {
    let longestMs = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    }, 5);
    await embed(Array.from({ length: 24 }, (_, at) => `${OPERA} This is sentence ${String(at)}.`));
    clearInterval(timer);
    expect(longestMs).toBeLessThan(250);
  });
});

describe('without its packages', () => {
  it('says how to install them', () => {
    const find = (): unknown => embeddedPackages('/nowhere', ['file:///nowhere/a.js']);
    expect(find).toThrow(InputError);
    expect(find).toThrow('`npm install @energetic-ai/core@0.2.0 @energetic-ai/embeddings@0.2.0');
  });
});
