import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAiModel } from '../../src/llm/openai-model.js';
import type { BudgetCaps } from '../../src/measure/budget.js';
import { commandProposer } from '../../src/optimizer/command-proposer.js';
import type { Proposer } from '../../src/ports/proposer.js';
import type { RunStore } from '../../src/ports/store.js';
import { sha256 } from '../../src/task/hash.js';
import { costUsd, type Price } from '../../src/task/usage.js';
import { type ChatServer, startChatServer } from '../fixtures/chat-server.js';
import { toyReplies } from '../fixtures/toy-family.js';
import {
  openToyBed,
  openToyPlace,
  scripted,
  sit,
  type ToyBed,
  type ToySitting,
  wholeRun,
} from '../fixtures/toy-run.js';

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

/** The scripted replies, for money: each costs what its ordinal says, up to `most`. What was charged is counted here. */
function paid(most: number, charges: number[]): Proposer {
  const free = scripted(toyReplies());
  return {
    name: 'paid',
    worstCase: () => ({ calls: 1, usd: most }),
    propose: async (request, signal) => {
      const costUsd = (most * (1 + (request.ordinal % 3))) / 3;
      charges.push(costUsd);
      return { ...(await free.propose(request, signal)), costUsd };
    },
  };
}

it(
  `never spends more than its cap on a paid optimizer, and asks nothing twice (seed ${String(SEED)})`,
  { timeout: 90_000 },
  async () => {
    const free = await wholeRun(bed);
    const states = free.journal().map((entry) => entry.stateHash);
    free.close();
    let stopped = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0.01, max: 3, noNaN: true }),
        fc.double({ min: 0, max: 7, noNaN: true }),
        fc.boolean(),
        async (most, share, countsCalls) => {
          const charges: number[] = [];
          const proposer = paid(most, charges);
          const place = openToyPlace();
          const total = (): number => charges.reduce((sum, usd) => sum + usd, 0);
          try {
            const caps = countsCalls ? { calls: Math.floor(share) } : { usd: share * most };
            const end = await sit(bed, place, { proposer, caps });
            if (caps.calls !== undefined) expect(charges.length).toBeLessThanOrEqual(caps.calls);
            if (caps.usd !== undefined) expect(total()).toBeLessThanOrEqual(caps.usd + 1e-9);
            expect(place.store.spent(place.run).costUsd).toBeCloseTo(total(), 9);
            if (end.kind === 'budget') {
              stopped += 1;
              expect(end.error.cap).toBe(countsCalls ? 'calls' : 'usd');
            }
            expect((await sit(bed, place, { proposer })).kind).toBe('done');
            // Six replies, and the seventh question, which ends the recording.
            expect(charges).toHaveLength(7);
            expect(place.store.spent(place.run)).toMatchObject({ optimizerCalls: 7, modelCalls: 0 });
            expect(place.store.spent(place.run).costUsd).toBeCloseTo(total(), 9);
            expect(place.journal().map((entry) => entry.stateHash)).toEqual(states);
          } finally {
            place.close();
          }
        },
      ),
      { seed: SEED, numRuns: 5, endOnFailure: true },
    );
    expect(stopped).toBeGreaterThan(1);
  },
);

it('counts a command at its price, also one that gives no reply', { timeout: 60_000 }, async () => {
  const place = openToyPlace();
  const priced = (script: string): Proposer =>
    commandProposer({ command: [process.execPath, '-e', script], timeoutMs: 20_000, priceUsdPerCall: 0.4 });
  const [words = ''] = toyReplies();
  try {
    const fails = await sit(bed, place, { proposer: priced('process.exit(3)'), caps: { usd: 0.5 } });
    expect(fails).toMatchObject({ kind: 'budget', error: { cap: 'usd' } });
    expect(place.store.spent(place.run)).toMatchObject({ optimizerCalls: 1, costUsd: 0.4 });
    const replies = priced(`process.stdin.resume().on('end', () => console.log(${JSON.stringify(words)}))`);
    const end = await sit(bed, place, { proposer: replies, caps: { usd: 0.85 }, options: { maxSteps: 2 } });
    expect(end.kind).toBe('done');
    expect(place.store.spent(place.run)).toMatchObject({ optimizerCalls: 2, costUsd: 0.8 });
    expect(place.journal().filter((entry) => entry.kind === 'accepted')).toHaveLength(1);
  } finally {
    place.close();
  }
});

it.each<['settle' | 'reserve', number]>([
  ['settle', 5],
  ['reserve', 9],
])(
  'a ledger that fails to %s ends the sitting with its error, no call hangs, and the run goes on afterwards',
  { timeout: 60_000 },
  async (method, at) => {
    charged = [];
    const price = { inputPerMTok: 100, outputPerMTok: 100 };
    const place = openToyPlace();
    let calls = 0;
    const { store } = place;
    const fill = (): void => {
      calls += 1;
      if (calls >= at) throw new Error('database or disk is full');
    };
    const failing: RunStore = {
      ...store,
      ...(method === 'settle'
        ? {
            settle: (reservation, actual, response) => {
              fill();
              store.settle(reservation, actual, response);
            },
          }
        : {
            reserve: (run, worst) => {
              fill();
              return store.reserve(run, worst);
            },
          }),
    };
    try {
      // A cap so tight that calls wait for one another.
      const tight = sitting(price, { calls: 40 }, 8);
      await expect(sit(bed, place, { ...tight, store: failing })).rejects.toThrow('database or disk is full');
      // Nothing that was charged is forgotten: what could not be settled stays spent at its worst.
      const paidUsd = charged.reduce((sum, usage) => sum + costUsd({ ...usage, cachedTokens: 0 }, price), 0);
      expect(place.store.spent(place.run).costUsd).toBeGreaterThanOrEqual(paidUsd - 1e-9);
      expect((await sit(bed, place, sitting(price, {}, 8))).kind).toBe('done');
      expect(place.journal().map((entry) => entry.stateHash)).toEqual(whole);
    } finally {
      place.close();
    }
  },
);
