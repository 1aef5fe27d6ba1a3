import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAiModel } from '../../src/llm/openai-model.js';
import type { Llm } from '../../src/ports/llm.js';
import type { ProposalRequest } from '../../src/ports/proposer.js';
import type { RunStore } from '../../src/ports/store.js';
import { type ChatServer, startChatServer } from '../fixtures/chat-server.js';
import { toyReplies } from '../fixtures/toy-family.js';
import {
  meaning,
  openToyBed,
  openToyPlace,
  sit,
  type ToyBed,
  type ToyPlace,
  type ToySitting,
  wholeRun,
} from '../fixtures/toy-run.js';

class Killed extends Error {}

let bed: ToyBed;
let server: ChatServer;
let llm: Llm;
/** What a place holds at the end of a run that nothing interrupted. */
let whole: ReturnType<typeof remains>;
let requested: number;

const sitting = (): ToySitting => ({ llm, concurrency: 1, replies: toyReplies({ model: true }) });

function remains(place: ToyPlace): object {
  const journal = place.journal();
  const versions = journal.flatMap((entry) => (entry.body as { version?: string }).version ?? []);
  return {
    journal: meaning(journal),
    refs: place.refs(),
    gates: [...place.gates].sort(([a], [b]) => a - b),
    harnesses: versions.map((version) => place.store.files(version as Parameters<RunStore['files']>[0])),
    spend: place.store.spent(place.run),
  };
}

/** Throws once at the append of transition `at`, as a process would end there. */
function killing(store: RunStore, when: 'before' | 'after', at: number): RunStore {
  return {
    ...store,
    append(run, entry, versions) {
      if (when === 'before' && entry.ordinal === at) throw new Killed();
      store.append(run, entry, versions);
      if (when === 'after' && entry.ordinal === at) throw new Killed();
    },
  };
}

beforeAll(async () => {
  bed = openToyBed();
  server = await startChatServer((body) => ({ text: `said of ${body.messages[0]?.content ?? ''}` }));
  llm = openAiModel({ model: 'toy', baseUrl: server.baseUrl });
  const place = await wholeRun(bed, sitting());
  whole = remains(place);
  requested = server.calls.length;
  place.close();
}, 60_000);
afterAll(async () => {
  await server.close();
  await bed.close();
});

const bodies = (from: number): readonly string[] => server.calls.slice(from).map(({ body }) => JSON.stringify(body));

it.each(['before', 'after'] as const)(
  'a run that is killed %s each of its transitions, and resumed each time, ends as one that was never interrupted',
  { timeout: 90_000 },
  async (when) => {
    const from = server.calls.length;
    const place = openToyPlace();
    const asked: number[] = [];
    const onRequest = ({ ordinal }: ProposalRequest): void => {
      asked.push(ordinal);
    };
    try {
      const transitions = (whole as { journal: readonly unknown[] }).journal.length;
      for (let at = 1; at <= transitions; at += 1) {
        const killed = sit(bed, place, { ...sitting(), onRequest, store: killing(place.store, when, at) });
        await expect(killed).rejects.toThrow(Killed);
      }
      expect((await sit(bed, place, { ...sitting(), onRequest })).kind).toBe('done');
      expect(remains(place)).toEqual(whole);
      expect(bodies(from)).toHaveLength(requested);
      expect(new Set(bodies(from)).size).toBe(requested);
      // Each reply of the optimizer was asked for once, whatever was killed around it.
      expect(new Set(asked).size).toBe(asked.length);
    } finally {
      place.close();
    }
  },
);
