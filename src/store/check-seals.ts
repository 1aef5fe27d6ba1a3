import type { RunStore, SealReport } from '../ports/store.js';
import type { Connection } from './connection.js';
import { sealOf, type SealedValue } from './seal.js';

interface SealedTable {
  readonly table: string;
  /** Rows with a `label` that a person can look up, the sealed columns in order, and `seal`. */
  readonly sql: string;
}

/** Row ids are no part of a seal: what points at a row is sealed with what that row is known by. */
const TABLES: readonly SealedTable[] = [
  { table: 'run', sql: 'SELECT id AS label, id, started_at, family, isolation, options, seal FROM run ORDER BY rowid' },
  { table: 'version', sql: 'SELECT id AS label, id, files, seal FROM version ORDER BY rowid' },
  { table: 'payload', sql: 'SELECT lower(hex(hash)) AS label, hash, json, seal FROM payload ORDER BY rowid' },
  { table: 'trace', sql: 'SELECT digest AS label, digest, blob, seal FROM trace ORDER BY id' },
  {
    table: 'touched',
    sql: `SELECT function || ' by trace ' || coalesce(digest, '?') AS label, function, digest, touched.seal AS seal
            FROM touched LEFT JOIN trace ON trace.id = touched.trace`,
  },
  {
    table: 'measurement',
    sql: `SELECT measurement.id || ' (' || phase || ', run ' || run || ')' AS label, run, seed, version, phase, digest, judged,
                 measurement.seal AS seal
            FROM measurement LEFT JOIN trace ON trace.id = measurement.trace ORDER BY measurement.id`,
  },
  { table: 'response', sql: 'SELECT key AS label, key, value, seal FROM response ORDER BY rowid' },
  {
    table: 'spend',
    sql: `SELECT id || ' of run ' || run AS label, run, what, settled, calls, cost_usd, input_tokens, output_tokens, seal
            FROM spend ORDER BY id`,
  },
  {
    table: 'spend_total',
    sql: `SELECT what || ' of run ' || run AS label, run, what, calls, cost_usd, input_tokens, output_tokens, seal FROM spend_total`,
  },
  { table: 'sitting', sql: `SELECT 'of run ' || run AS label, run, elapsed_ms, seal FROM sitting` },
  {
    table: 'test_opening',
    sql: `SELECT id || ' (' || evaluation || ')' AS label, split, evaluation, run, version, reason, at, seal FROM test_opening ORDER BY id`,
  },
];

/** Each transition is sealed with the seal before it, the first with its run's: none can be taken out of the middle. */
const JOURNAL = `SELECT run || ', ' || ordinal || ' (' || kind || ')' AS label, transition.run AS run, ordinal, kind, body, state, state_hash,
    at, transition.seal AS seal, run.seal AS head
  FROM transition LEFT JOIN run ON run.id = transition.run ORDER BY transition.run, ordinal`;

/** Compares every row's seal with what the row holds. */
export function sealChecksOf({ db, attempt }: Connection): Pick<RunStore, 'checkSeals'> {
  const statements = TABLES.map(({ table, sql }) => ({ table, rows: db.prepare<[], SealedValue[]>(sql).raw() }));
  const journal = db.prepare<[], SealedValue[]>(JOURNAL).raw();
  return {
    checkSeals: (): SealReport =>
      attempt('check its rows', () => {
        const damaged: { table: string; row: string }[] = [];
        let [rows, unsealed] = [0, 0];
        const check = (
          table: string,
          label: SealedValue | undefined,
          seal: SealedValue | undefined,
          is: string,
        ): void => {
          rows += 1;
          if (seal === null) unsealed += 1;
          else if (seal !== is) damaged.push({ table, row: String(label) });
        };
        for (const { table, rows: statement } of statements) {
          for (const [label, ...values] of statement.iterate()) {
            const seal = values.pop();
            check(table, label, seal, sealOf(table, values));
          }
        }
        let before: { run: SealedValue; seal: SealedValue } | undefined;
        for (const [label, ...values] of journal.iterate()) {
          const head = values.pop() ?? null;
          const seal = values.pop() ?? null;
          const run = values[0] ?? null;
          const previous = before?.run === run ? before.seal : head;
          check('transition', label, seal, sealOf('transition', [...values, previous]));
          before = { run, seal };
        }
        return { rows, unsealed, damaged };
      }),
  };
}
