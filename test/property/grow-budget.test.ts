import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAiModel } from '../../src/llm/openai-model.js';
import type { BudgetCaps } from '../../src/measure/budget.js';
import { sha256 } from '../../src/task/hash.js';
import { costUsd, type Price } from '../../src/task/usage.js';
import { type ChatServer, startChatServer } from '../fixtures/chat-server.js';
import { openToyBed, openToyPlace, sit, type ToyBed, type ToySitting, wholeRun } from '../fixtures/toy-run.js';

const SEED = 20_261_130;
const MAX_OUTPUT = 40;
/** Asks the model three times a task, twice of them at once, and answers nothing. */
const ASKS: Readonly<Record<string, string>> = {
  'main.ts': `import type { Answer, Runtime, Task } from 'espalier/runtime';

export async function main(task: Task, rt: Runtime): Promise<Answer> {
  const said = await Promise.all(['a', 'b'].map((who) => rt.llm.chat([{ role: 'user', content: who + task.text }])));
  await rt.llm.chat([{ role: 'user', content: said.join(' ') }]);
  return '';
}
`,
};

let bed: ToyBed;
let server: ChatServer;
/** What the server has charged, counted as it answers, whether or not anybody still listens. */
let charged: { inputTokens: number; cachedTokens: number; outputTokens: number }[] = [];
let whole: readonly unknown[];

const sitting = (price: Price, caps: BudgetCaps, concurrency: number): ToySitting => ({
  llm: openAiModel({ model: 'toy', baseUrl: server.baseUrl }),
  seedFiles: ASKS,
  replies: [],
  options: { maxSteps: 2 },
  maxOutputTokens: MAX_OUTPUT,
  price,
  caps,
  concurrency,
});

beforeAll(async () => {
  bed = openToyBed();
  server = await startChatServer((body) => {
    const chance = Number.parseInt(sha256(JSON.stringify(body)).slice(0, 8), 16);
    const bytes = Buffer.byteLength(JSON.stringify(body.messages));
    const usage = { input: 1 + (chance % bytes), output: 1 + (chance % MAX_OUTPUT), cached: 0 };
    usage.cached = chance % (usage.input + 1);
    charged.push({ inputTokens: usage.input, cachedTokens: usage.cached, outputTokens: usage.output });
    return { text: `said ${String(chance)}`, usage, delayMs: chance % 5 };
  });
  const place = await wholeRun(bed, sitting({ inputPerMTok: 0, outputPerMTok: 0 }, {}, 4));
  whole = place.journal().map((entry) => entry.stateHash);
  place.close();
}, 60_000);
afterAll(async () => {
  await server.close();
  await bed.close();
});

it(
  `never spends more than its cap, whatever prices, cap and concurrency are, and goes on with more (seed ${String(SEED)})`,
  { timeout: 90_000 },
  async () => {
    const price = fc.record({
      inputPerMTok: fc.integer({ min: 1, max: 5000 }),
      cachedInputPerMTok: fc.integer({ min: 0, max: 1 }),
      outputPerMTok: fc.integer({ min: 1, max: 20_000 }),
    });
    let stopped = 0;
    await fc.assert(
      fc.asyncProperty(
        price,
        fc.double({ min: 0.001, max: 0.9, noNaN: true }),
        fc.boolean(),
        fc.constantFrom(1, 3, 8),
        async (prices, share, countsCalls, concurrency) => {
          charged = [];
          const place = openToyPlace();
          try {
            // Some 80 calls of about 60 tokens in and 20 out: a cap from nothing to most of it.
            const about = 80 * costUsd({ inputTokens: 60, cachedTokens: 0, outputTokens: 20 }, prices);
            const caps = countsCalls ? { calls: Math.ceil(share * 80) } : { usd: share * about };
            const end = await sit(bed, place, sitting(prices, caps, concurrency));
            const spent = place.store.spent(place.run);
            const paid = charged.reduce((sum, usage) => sum + costUsd(usage, prices), 0);
            if (caps.calls !== undefined) expect(charged.length).toBeLessThanOrEqual(caps.calls);
            if (caps.usd !== undefined) expect(paid).toBeLessThanOrEqual(caps.usd + 1e-9);
            expect(spent.costUsd).toBeGreaterThanOrEqual(paid - 1e-9);
            expect(spent.modelCalls).toBeGreaterThanOrEqual(charged.length);
            if (end.kind === 'budget') {
              stopped += 1;
              expect(end.error.cap).toBe(countsCalls ? 'calls' : 'usd');
            }
            const more = await sit(bed, place, sitting(prices, {}, concurrency));
            expect(more.kind).toBe('done');
            expect(place.journal().map((entry) => entry.stateHash)).toEqual(whole);
          } finally {
            place.close();
          }
        },
      ),
      { seed: SEED, numRuns: 8, endOnFailure: true },
    );
    expect(stopped).toBeGreaterThan(3);
  },
);
