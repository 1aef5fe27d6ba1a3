import { existsSync } from 'node:fs';
import { BudgetExhausted } from '../task/error.js';
import { runId } from '../task/ids.js';
import type { BudgetCaps } from '../measure/budget.js';
import { openStore } from '../store/open-store.js';
import { storeFile } from './store-file.js';

/** What runs have spent together. */
export interface GroupSpend {
  readonly usd: number;
  readonly calls: number;
  readonly minutes: number;
}

/** What these runs of a workspace have spent, settled and still reserved. */
export function spentBy(directory: string, runs: readonly string[]): GroupSpend {
  let total: GroupSpend = { usd: 0, calls: 0, minutes: 0 };
  const file = storeFile(directory);
  if (runs.length === 0 || !existsSync(file)) return total;
  const store = openStore(file);
  try {
    for (const run of runs) {
      const spent = store.spent(runId(run));
      total = {
        usd: total.usd + spent.costUsd,
        calls: total.calls + spent.modelCalls + spent.optimizerCalls,
        minutes: total.minutes + store.elapsedMs(runId(run)) / 60_000,
      };
    }
  } finally {
    store.close();
  }
  return total;
}

/** What is left of caps. @throws BudgetExhausted when nothing is. */
export function remaining(caps: BudgetCaps, spent: GroupSpend): BudgetCaps {
  const left: { usd?: number; calls?: number; minutes?: number } = {};
  for (const cap of ['usd', 'calls', 'minutes'] as const) {
    const whole = caps[cap];
    if (whole === undefined) continue;
    const rest = whole - spent[cap];
    if (rest <= 0) {
      throw new BudgetExhausted(cap, `The budget of the runs together (--budget-${cap} ${String(whole)}) is used up.`);
    }
    left[cap] = rest;
  }
  return left;
}
