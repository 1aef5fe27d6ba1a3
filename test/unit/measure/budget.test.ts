import { describe, expect, it } from 'vitest';
import { Budget } from '../../../src/measure/budget.js';
import { type Ledger, memoryLedger } from '../../../src/measure/ledger.js';
import { payFor } from '../../../src/measure/pay-for.js';
import { BudgetExhausted } from '../../../src/task/error.js';

let clockMs = 0;
const budget = (caps: Budget['caps']): { readonly budget: Budget; readonly spent: () => number } => {
  clockMs = 0;
  const ledger = memoryLedger(() => clockMs);
  return { budget: new Budget(ledger, caps), spent: () => ledger.spent().costUsd };
};
const worst = (costUsd: number) => ({ what: 'model', calls: 1, costUsd }) as const;
const actual = (costUsd: number) => ({ ...worst(costUsd), inputTokens: 1, outputTokens: 1 });
const state = async (promise: Promise<unknown>): Promise<string> => {
  const pending = Symbol('pending');
  const first = await Promise.race([
    promise.catch((error: unknown) => error),
    new Promise((resolve) => setImmediate(resolve, pending)),
  ]);
  return first === pending ? 'waits' : first instanceof Error ? first.constructor.name : 'reserved';
};

describe('a budget in dollars', () => {
  it('reserves the worst case, and waits for what is in flight before it gives up', async () => {
    const { budget: it, spent } = budget({ usd: 1 });
    const first = await it.reserve(worst(0.7));
    expect(spent()).toBe(0.7);
    const second = it.reserve(worst(0.5));
    expect(await state(second)).toBe('waits');
    it.settle(first, actual(0.2));
    expect(await state(second)).toBe('reserved');
    expect(spent()).toBeCloseTo(0.7, 12);
    it.settle(await second, actual(0.5));
    await expect(it.reserve(worst(0.31))).rejects.toMatchObject({ cap: 'usd', code: 'BUDGET' });
    expect(spent()).toBeCloseTo(0.7, 12);
  });

  it('counts a call that was sent and brought nothing at its worst, and one that was never sent not at all', async () => {
    const { budget: it, spent } = budget({ usd: 1 });
    await it.reserve(worst(0.6));
    it.forfeit();
    expect(spent()).toBe(0.6);
    it.release(await it.reserve(worst(0.4)));
    expect(spent()).toBe(0.6);
    await expect(it.reserve(worst(0.41))).rejects.toThrow(BudgetExhausted);
  });

  it('lets a call that waits go when its run is over', async () => {
    const { budget: it } = budget({ calls: 1 });
    const controller = new AbortController();
    const first = await it.reserve(worst(0));
    const second = it.reserve(worst(0), controller.signal);
    controller.abort(new Error('over'));
    it.release(first);
    await expect(second).rejects.toThrow('over');
    expect(await state(it.reserve(worst(0)))).toBe('reserved');
  });
});

it('a budget of calls counts model and optimizer together', async () => {
  const { budget: it } = budget({ calls: 2 });
  it.settle(await it.reserve(worst(0)), actual(0));
  const optimizer = { what: 'optimizer', calls: 1, costUsd: 0 } as const;
  it.settle(await it.reserve(optimizer), { ...optimizer, inputTokens: 0, outputTokens: 0 });
  await expect(it.reserve(worst(0))).rejects.toMatchObject({ cap: 'calls' });
  // A recorded reply costs no call.
  expect(await state(it.reserve({ ...optimizer, calls: 0 }))).toBe('reserved');
});

it('a budget of minutes stops new calls at once, whatever is in flight', async () => {
  const { budget: it } = budget({ minutes: 2 });
  await it.reserve(worst(0));
  clockMs = 120_000;
  it.checkTime();
  clockMs = 120_001;
  await expect(it.reserve(worst(0))).rejects.toMatchObject({ cap: 'minutes' });
  expect(() => it.checkTime()).toThrow(BudgetExhausted);
});

describe('a ledger that cannot write', () => {
  const full = (broken: Partial<Ledger>): Budget => new Budget({ ...memoryLedger(() => 0), ...broken }, { calls: 1 });
  const fail = (): never => {
    throw new Error('disk full');
  };

  it.each<[string, (it: Budget, reservation: number) => void]>([
    ['settle', (it, reservation) => it.settle(reservation, actual(0))],
    ['release', (it, reservation) => it.release(reservation)],
  ])('that fails to %s says so, and leaves no call waiting', async (_, end) => {
    const it = full({ settle: fail, release: fail });
    const first = await it.reserve(worst(0));
    const second = it.reserve(worst(0));
    expect(await state(second)).toBe('waits');
    expect(() => end(it, first)).toThrow('disk full');
    // The first one's worst case stays spent.
    await expect(second).rejects.toThrow(BudgetExhausted);
  });

  it('that fails to reserve leaves no call in flight', async () => {
    let broken = true;
    const ledger = memoryLedger(() => 0);
    const it = full({ ...ledger, reserve: (entry) => (broken ? fail() : ledger.reserve(entry)) });
    await expect(it.reserve(worst(0))).rejects.toThrow('disk full');
    broken = false;
    await it.reserve(worst(0));
    const second = it.reserve(worst(0));
    expect(await state(second)).toBe('waits');
    it.forfeit();
    await expect(second).rejects.toThrow(BudgetExhausted);
  });

  it('ends a call that is tried again once, not twice', async () => {
    const it = full({ release: fail });
    let open = 0;
    const call = {
      worst: worst(0),
      send: async (onRetry: (lost: boolean) => Promise<void>) => {
        open += 1;
        await onRetry(false);
      },
      actual: () => actual(0),
      keep: () => ({ key: 'k', value: null }),
    };
    await expect(payFor(it, call, new AbortController().signal)).rejects.toThrow('disk full');
    expect(open).toBe(1);
    // Nothing is in flight any more: what does not fit is refused at once.
    expect(await state(it.reserve(worst(0)))).toBe('BudgetExhausted');
  });
});

it('a ledger in memory forgets its oldest replies first', () => {
  const ledger = memoryLedger(() => 0);
  for (let at = 0; at <= 10_000; at += 1)
    ledger.settle(ledger.reserve(worst(0)), actual(0), { key: `k${String(at)}`, value: at });
  expect([ledger.response('k0'), ledger.response('k1'), ledger.response('k10000')]).toEqual([undefined, 1, 10_000]);
  expect(ledger.spent().modelCalls).toBe(10_001);
});
