import { Worker } from 'node:worker_threads';
import { BackendFault } from '../../task/error.js';
import type { EmbeddedPackages } from './packages.js';

/** A text as the sentence model sees it. */
export interface Embedded {
  /** Of length 1, or all 0 for a text without a token. */
  readonly vector: Float32Array;
  readonly tokens: number;
}

/** Texts → their embeddings, in the same order; the same text always gives the same one. */
export type Embed = (texts: readonly string[]) => Promise<readonly Embedded[]>;

/** Embeddings that are kept: about 20 MB. */
const MOST_KEPT = 10_000;

/** The model reads at most 128 tokens, which no longer text is needed for. */
const MOST_CHARS = 600;

interface Waiting {
  resolve(batch: readonly Embedded[]): void;
  reject(error: BackendFault): void;
}

type Reply =
  | { readonly id: number; readonly vectors: Float32Array; readonly tokens: readonly number[] }
  | { readonly id: number; readonly error: string };

/**
 * Embeds texts in a worker thread, which starts at the first text and never keeps the process alive by itself.
 * @throws BackendFault when the model does not load or the thread ends.
 */
export function embedder(packages: EmbeddedPackages, mostKept: number = MOST_KEPT): Embed {
  const kept = new Map<string, Promise<Embedded>>();
  const ask = asker(packages);

  return async (texts) => {
    const cut = texts.map((text) => text.slice(0, MOST_CHARS));
    const fresh = [...new Set(cut)].filter((text) => !kept.has(text));
    if (fresh.length > 0) {
      const batch = ask(fresh);
      fresh.forEach((text, index) =>
        kept.set(
          text,
          batch.then((all) => all[index] ?? NOTHING),
        ),
      );
    }
    const wanted = cut.map((text) => {
      const found = kept.get(text) ?? Promise.resolve(NOTHING);
      // Put last again: the first of the map is the one that was wanted longest ago.
      kept.delete(text);
      kept.set(text, found);
      return found;
    });
    for (const text of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(text);
    }
    const settled = await Promise.allSettled(wanted);
    return settled.map((one, index) => {
      if (one.status === 'fulfilled') return one.value;
      kept.delete(cut[index] ?? '');
      throw one.reason;
    });
  };
}

const NOTHING: Embedded = { vector: new Float32Array(0), tokens: 0 };

/** Sends batches to the thread and matches its replies. */
function asker(packages: EmbeddedPackages): (texts: readonly string[]) => Promise<readonly Embedded[]> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  const fail = (why: string): void => {
    worker = undefined;
    for (const one of waiting.values()) one.reject(new BackendFault(`The embedded model stopped: ${why}`));
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(new URL('./embed-worker.mjs', import.meta.url), { workerData: packages });
    started.on('message', (reply: Reply) => {
      const one = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (waiting.size === 0) started.unref();
      if ('error' in reply) one?.reject(new BackendFault(`The embedded model failed: ${reply.error}`));
      else one?.resolve(batchOf(reply.vectors, reply.tokens));
    });
    started.on('error', (error) => fail(error instanceof Error ? error.message : String(error)));
    started.on('exit', (code) => fail(`its thread ended with code ${code}`));
    return started;
  };
  return (texts) =>
    new Promise((resolve, reject) => {
      worker ??= start();
      // While a request waits, the process must not end under it.
      worker.ref();
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker.postMessage({ id: lastId, texts });
    });
}

function batchOf(vectors: Float32Array, tokens: readonly number[]): readonly Embedded[] {
  const size = tokens.length === 0 ? 0 : vectors.length / tokens.length;
  return tokens.map((count, index) => ({ vector: vectors.slice(index * size, (index + 1) * size), tokens: count }));
}

/** The cosine of two embeddings, in [-1, 1]; 0 when one is of an empty text. */
export function similarity(a: Embedded, b: Embedded): number {
  let sum = 0;
  for (let at = 0; at < a.vector.length; at += 1) sum += (a.vector[at] ?? 0) * (b.vector[at] ?? 0);
  return sum;
}
