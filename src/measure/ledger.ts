import type { RunId } from '../task/ids.js';
import type { Json } from '../task/json.js';
import type { RunStore, SpendEntry, SpendTotal } from '../ports/store.js';

/** What a call really used. */
export interface Settled extends SpendEntry {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Where calls are paid from and replies are kept: a run's store, or memory for a run without one. */
export interface Ledger {
  response(key: string): Json | undefined;
  reserve(worst: SpendEntry): number;
  settle(reservation: number, actual: Settled, response?: { readonly key: string; readonly value: Json }): void;
  release(reservation: number): void;
  spent(): SpendTotal;
  /** Milliseconds of this and earlier sittings. */
  elapsedMs(): number;
}

/** The ledger of a run of `grow`. */
export function storeLedger(store: RunStore, run: RunId, now: () => number): Ledger {
  const before = store.elapsedMs(run);
  const startedAt = now();
  return {
    response: (key) => store.response(key),
    reserve: (worst) => store.reserve(run, worst),
    settle: (reservation, actual, response) => store.settle(reservation, actual, response),
    release: (reservation) => store.release(reservation),
    spent: () => store.spent(run),
    elapsedMs: () => before + (now() - startedAt),
  };
}

/** Replies that a ledger in memory keeps: a stream of tasks may have no end. */
const KEPT_RESPONSES = 10_000;

/** A ledger that ends with the process: `run` and `eval` need no store. Of the replies the oldest are forgotten first. */
export function memoryLedger(now: () => number): Ledger {
  const responses = new Map<string, Json>();
  const open = new Map<number, SpendEntry>();
  let total: SpendTotal = {
    modelCalls: 0,
    optimizerCalls: 0,
    inputTokens: 0,
    outputTokens: 0,
    modelUsd: 0,
    optimizerUsd: 0,
    costUsd: 0,
  };
  let last = 0;
  const startedAt = now();
  const add = (entry: SpendEntry & { readonly inputTokens?: number; readonly outputTokens?: number }): void => {
    total = {
      modelCalls: total.modelCalls + (entry.what === 'model' ? entry.calls : 0),
      optimizerCalls: total.optimizerCalls + (entry.what === 'optimizer' ? entry.calls : 0),
      inputTokens: total.inputTokens + (entry.inputTokens ?? 0),
      outputTokens: total.outputTokens + (entry.outputTokens ?? 0),
      modelUsd: total.modelUsd + (entry.what === 'model' ? entry.costUsd : 0),
      optimizerUsd: total.optimizerUsd + (entry.what === 'optimizer' ? entry.costUsd : 0),
      costUsd: total.costUsd + entry.costUsd,
    };
  };
  return {
    response: (key) => responses.get(key),
    reserve: (worst) => {
      last += 1;
      open.set(last, worst);
      return last;
    },
    settle: (reservation, actual, response) => {
      open.delete(reservation);
      add(actual);
      if (!response) return;
      responses.set(response.key, response.value);
      const oldest = responses.keys().next();
      if (responses.size > KEPT_RESPONSES && oldest.done !== true) responses.delete(oldest.value);
    },
    release: (reservation) => {
      open.delete(reservation);
    },
    spent: () => {
      let sum = total;
      for (const entry of open.values()) {
        sum = {
          ...sum,
          modelCalls: sum.modelCalls + (entry.what === 'model' ? entry.calls : 0),
          optimizerCalls: sum.optimizerCalls + (entry.what === 'optimizer' ? entry.calls : 0),
          modelUsd: sum.modelUsd + (entry.what === 'model' ? entry.costUsd : 0),
          optimizerUsd: sum.optimizerUsd + (entry.what === 'optimizer' ? entry.costUsd : 0),
          costUsd: sum.costUsd + entry.costUsd,
        };
      }
      return sum;
    },
    elapsedMs: () => now() - startedAt,
  };
}
