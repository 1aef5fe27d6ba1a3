import { BudgetExhausted } from '../task/error.js';
import type { Json } from '../task/json.js';
import type { SpendEntry } from '../ports/store.js';
import type { Ledger, Settled } from './ledger.js';

/** Caps over everything a run does: optimizer, window, gate and test. */
export interface BudgetCaps {
  readonly usd?: number;
  /** Model and optimizer calls, together. */
  readonly calls?: number;
  readonly minutes?: number;
}

/**
 * Spends from a ledger under caps. Every call reserves its worst case first, so that what is spent never exceeds a
 * cap; a call that does not fit waits for calls in flight to settle, and only then is the budget exhausted.
 */
export class Budget {
  readonly caps: BudgetCaps;
  readonly #ledger: Ledger;
  #inFlight = 0;
  #waiting: (() => void)[] = [];

  constructor(ledger: Ledger, caps: BudgetCaps) {
    this.#ledger = ledger;
    this.caps = caps;
  }

  cached(key: string): Json | undefined {
    return this.#ledger.response(key);
  }

  /** Reserves the worst case of one call. @throws BudgetExhausted when it cannot fit under a cap; the signal's reason. */
  async reserve(worst: SpendEntry, signal?: AbortSignal): Promise<number> {
    for (;;) {
      signal?.throwIfAborted();
      const short = this.#shortOf(worst);
      if (short === undefined) break;
      if (this.#inFlight === 0 || short.cap === 'minutes') throw short;
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
    const reservation = this.#ledger.reserve(worst);
    this.#inFlight += 1;
    return reservation;
  }

  settle(reservation: number, actual: Settled, response?: { readonly key: string; readonly value: Json }): void {
    try {
      this.#ledger.settle(reservation, actual, response);
    } finally {
      // Also when the ledger cannot write: the call is over, and others wait for it.
      this.#landed();
    }
  }

  /** For a call that was never sent. */
  release(reservation: number): void {
    try {
      this.#ledger.release(reservation);
    } finally {
      this.#landed();
    }
  }

  /** For a call that was sent and brought nothing: its worst case stays spent. */
  forfeit(): void {
    this.#landed();
  }

  /** @throws BudgetExhausted when the time is up. */
  checkTime(): void {
    const { minutes } = this.caps;
    if (minutes !== undefined && this.#ledger.elapsedMs() > minutes * 60_000) {
      throw new BudgetExhausted(
        'minutes',
        `The time budget of ${String(minutes)} minutes (--budget-minutes) is used up.`,
      );
    }
  }

  #landed(): void {
    this.#inFlight -= 1;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  #shortOf(worst: SpendEntry): BudgetExhausted | undefined {
    const { usd, calls, minutes } = this.caps;
    if (minutes !== undefined && this.#ledger.elapsedMs() > minutes * 60_000) {
      return new BudgetExhausted(
        'minutes',
        `The time budget of ${String(minutes)} minutes (--budget-minutes) is used up.`,
      );
    }
    const spent = this.#ledger.spent();
    const spentCalls = spent.modelCalls + spent.optimizerCalls;
    if (calls !== undefined && spentCalls + worst.calls > calls) {
      return new BudgetExhausted(
        'calls',
        `The budget of ${String(calls)} ${calls === 1 ? 'call' : 'calls'} (--budget-calls) is used up: ${String(spentCalls)} spent or in flight.`,
      );
    }
    if (usd !== undefined && spent.costUsd + worst.costUsd > usd + 1e-12) {
      return new BudgetExhausted(
        'usd',
        `The next ${worst.what} call can cost up to $${worst.costUsd.toFixed(4)}, and $${spent.costUsd.toFixed(4)} of the budget of $${String(usd)} (--budget-usd) are spent.`,
      );
    }
    return undefined;
  }
}
