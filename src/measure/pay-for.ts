import { BackendFault, EspalierError } from '../task/error.js';
import type { Json } from '../task/json.js';
import type { OnRetry } from '../ports/llm.js';
import type { SpendEntry } from '../ports/store.js';
import type { Budget } from './budget.js';
import type { Settled } from './ledger.js';

/** One call that costs: how it is sent, what it cost, and what is kept of it. */
export interface PaidCall<T> {
  /** The most that one attempt can cost. */
  readonly worst: SpendEntry;
  /** Sends it; asks `onRetry` before every further attempt. */
  send(onRetry: OnRetry): Promise<T>;
  actual(value: T): Settled;
  /** The reply's key and text for the response cache, written together with its cost. */
  keep(value: T): { readonly key: string; readonly value: Json };
}

/**
 * Pays for a call: every attempt reserves its worst case before it is sent; an attempt that may have been charged
 * without a reply stays spent, one that was refused is given back.
 * @throws BudgetExhausted when an attempt does not fit; what the call throws.
 */
export async function payFor<T>(budget: Budget, call: PaidCall<T>, signal: AbortSignal): Promise<T> {
  const held: { reservation: number | undefined } = { reservation: await budget.reserve(call.worst, signal) };
  const close = (lost: boolean): void => {
    const { reservation } = held;
    if (reservation === undefined) return;
    // First, so that a ledger that cannot write does not end the same attempt twice.
    held.reservation = undefined;
    if (lost) budget.forfeit();
    else budget.release(reservation);
  };
  let value: T;
  try {
    value = await call.send(async (lost) => {
      close(lost);
      held.reservation = await budget.reserve(call.worst, signal);
    });
  } catch (error) {
    close(signal.aborted || mayBePaid(error));
    throw error;
  }
  if (held.reservation !== undefined) budget.settle(held.reservation, call.actual(value), call.keep(value));
  return value;
}

/** Only an error that says so is free: anything else may have been charged. */
const mayBePaid = (error: unknown): boolean =>
  error instanceof BackendFault ? error.mayBePaid : !(error instanceof EspalierError);
