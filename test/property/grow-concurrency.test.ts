import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAiModel } from '../../src/llm/openai-model.js';
import { randomStream } from '../../src/task/random.js';
import { type ChatServer, startChatServer } from '../fixtures/chat-server.js';
import { toyFamily, toyReplies } from '../fixtures/toy-family.js';
import { meaning, openToyBed, type ToyBed, wholeRun } from '../fixtures/toy-run.js';

let bed: ToyBed;
let server: ChatServer;

beforeAll(async () => {
  bed = openToyBed();
  const delays = randomStream('chat');
  server = await startChatServer((body) => ({
    text: `said of ${body.messages[0]?.content ?? ''}, seeded with ${String(body.seed)}`,
    delayMs: delays.below(12),
  }));
}, 60_000);
afterAll(async () => {
  await server.close();
  await bed.close();
});

it.each([
  ['tools that take their time', false],
  ['a model that takes its time', true],
])(
  'one and sixteen runs at the same time give the same transitions and states, with %s',
  { timeout: 60_000 },
  async (_, model) => {
    const journals = [];
    for (const [concurrency, seed] of [
      [1, 'a'],
      [16, 'b'],
    ] as const) {
      const delays = randomStream(seed);
      const place = await wholeRun(bed, {
        concurrency,
        family: toyFamily({ delayMs: () => delays.below(8) }),
        replies: toyReplies({ model }),
        ...(model ? { llm: openAiModel({ model: 'toy', baseUrl: server.baseUrl }) } : {}),
      });
      journals.push({ journal: meaning(place.journal()), refs: place.refs() });
      place.close();
    }
    expect(journals[1]).toEqual(journals[0]);
    if (model) expect(server.mostOpen()).toBeGreaterThan(2);
  },
);
