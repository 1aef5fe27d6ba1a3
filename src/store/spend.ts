import type { RunStore, SpendEntry, SpendTotal } from '../ports/store.js';
import type { RunId } from '../task/ids.js';
import type { Connection } from './connection.js';
import type { Responses } from './responses.js';
import { sealOf } from './seal.js';
import { StoreError } from './store-error.js';

interface SumRow {
  readonly what: SpendEntry['what'];
  readonly calls: number;
  readonly costUsd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

type Actual = Parameters<RunStore['settle']>[1];
type Kept = Parameters<RunStore['settle']>[2];

/** Reservations and what became of them. A reservation that a killed process left open stays spent at its worst. */
export function spendOf(
  { db, file, attempt }: Connection,
  responses: Responses,
): Pick<RunStore, 'reserve' | 'settle' | 'release' | 'spent'> {
  const reserve = db.prepare<[string, string, number, number]>(
    'INSERT INTO spend (run, what, settled, calls, cost_usd, input_tokens, output_tokens) VALUES (?, ?, 0, ?, ?, 0, 0)',
  );
  const seal = db.prepare<[string, number]>('UPDATE spend SET seal = ? WHERE id = ?');
  const settle = db.prepare<[string, number, number, number, number, number], { run: string }>(
    `UPDATE spend SET what = ?, settled = 1, calls = ?, cost_usd = ?, input_tokens = ?, output_tokens = ?
     WHERE id = ? AND settled = 0 RETURNING run`,
  );
  const add = db.prepare<[string, string, number, number, number, number], SumRow>(
    `INSERT INTO spend_total (run, what, calls, cost_usd, input_tokens, output_tokens) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (run, what) DO UPDATE SET calls = calls + excluded.calls, cost_usd = cost_usd + excluded.cost_usd,
       input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens
     RETURNING what, calls, cost_usd AS costUsd, input_tokens AS inputTokens, output_tokens AS outputTokens`,
  );
  const sealTotal = db.prepare<[string, string, string]>('UPDATE spend_total SET seal = ? WHERE run = ? AND what = ?');
  const release = db.prepare<[number]>('DELETE FROM spend WHERE id = ? AND settled = 0');
  // Settled rows are summed as they settle, so that asking before every call stays cheap in a long run.
  const sums = db.prepare<{ run: string }, SumRow>(
    `SELECT what, calls, cost_usd AS costUsd, input_tokens AS inputTokens, output_tokens AS outputTokens
       FROM spend_total WHERE run = $run
     UNION ALL SELECT what, calls, cost_usd, input_tokens, output_tokens FROM spend WHERE run = $run AND settled = 0`,
  );

  const reserveOne = db.transaction((run: RunId, { what, calls, costUsd }: SpendEntry): number => {
    const id = Number(reserve.run(run, what, calls, costUsd).lastInsertRowid);
    seal.run(sealOf('spend', [run, what, 0, calls, costUsd, 0, 0]), id);
    return id;
  });
  const settleAll = db.transaction((reservation: number, actual: Actual, kept: Kept) => {
    const { what, calls, costUsd, inputTokens, outputTokens } = actual;
    const row = settle.get(what, calls, costUsd, inputTokens, outputTokens, reservation);
    if (row === undefined) throw notOpen(file, reservation);
    seal.run(sealOf('spend', [row.run, what, 1, calls, costUsd, inputTokens, outputTokens]), reservation);
    const total = add.get(row.run, what, calls, costUsd, inputTokens, outputTokens);
    if (total) {
      const sums = [total.calls, total.costUsd, total.inputTokens, total.outputTokens];
      sealTotal.run(sealOf('spend_total', [row.run, what, ...sums]), row.run, what);
    }
    if (kept !== undefined) responses.keep(kept.key, kept.value);
  });

  return {
    reserve: (run: RunId, worst: SpendEntry): number =>
      attempt(`reserve spend for the run ${run}`, () => reserveOne.immediate(run, worst)),
    settle(reservation: number, actual: Actual, response?: Kept): void {
      attempt(`settle the reservation ${String(reservation)}`, () => {
        settleAll.immediate(reservation, actual, response);
      });
    },
    release(reservation: number): void {
      attempt(`release the reservation ${String(reservation)}`, () => {
        if (release.run(reservation).changes === 0) throw notOpen(file, reservation);
      });
    },
    spent: (run: RunId): SpendTotal => attempt(`read the spend of the run ${run}`, () => totalOf(sums.all({ run }))),
  };
}

function totalOf(rows: readonly SumRow[]): SpendTotal {
  const sum = (of: (row: SumRow) => number, what?: SumRow['what']): number =>
    rows.reduce((total, row) => (what === undefined || row.what === what ? total + of(row) : total), 0);
  return {
    modelCalls: sum((row) => row.calls, 'model'),
    optimizerCalls: sum((row) => row.calls, 'optimizer'),
    inputTokens: sum((row) => row.inputTokens),
    outputTokens: sum((row) => row.outputTokens),
    modelUsd: sum((row) => row.costUsd, 'model'),
    optimizerUsd: sum((row) => row.costUsd, 'optimizer'),
    costUsd: sum((row) => row.costUsd),
  };
}

const notOpen = (file: string, reservation: number): StoreError =>
  new StoreError(
    'misuse',
    `Expected an open reservation in ${file}, but ${String(reservation)} was settled or released before, or never made. Settle each reservation once.`,
  );
