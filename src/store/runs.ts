import type { RunRecord, RunStore, RunSummary } from '../ports/store.js';
import { InputError } from '../task/error.js';
import type { RunId } from '../task/ids.js';
import { runId } from '../task/ids.js';
import type { Connection } from './connection.js';
import type { Packed } from './packed.js';
import { packJson, unpackJson } from './packed.js';
import { sealOf } from './seal.js';
import { type NewVersions, versionInsert } from './versions.js';

interface RunRow {
  readonly id: string;
  readonly startedAt: number;
  readonly family: string;
  readonly isolation: string;
  readonly options: Packed;
}

interface SummaryRow extends RunRow {
  readonly transitions: number;
  readonly lastKind: string | null;
}

/** Heads of runs, and the time they took over all sittings. */
export function runsOf({
  db,
  file,
  attempt,
}: Connection): Pick<RunStore, 'createRun' | 'runs' | 'run' | 'elapsedMs' | 'addElapsed'> {
  const columns = 'id, started_at AS startedAt, family, isolation, options';
  const insert = db.prepare<[string, number, string, string, Packed, string]>(
    'INSERT INTO run (id, started_at, family, isolation, options, seal) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const select = db.prepare<[string], RunRow>(`SELECT ${columns} FROM run WHERE id = ?`);
  const selectAll = db.prepare<[], SummaryRow>(
    `SELECT ${columns}, (SELECT count(*) FROM transition WHERE run = run.id) AS transitions,
       (SELECT kind FROM transition WHERE run = run.id ORDER BY ordinal DESC LIMIT 1) AS lastKind
     FROM run ORDER BY started_at, rowid`,
  );
  const elapsed = db.prepare<[string], { ms: number }>('SELECT elapsed_ms AS ms FROM sitting WHERE run = ?');
  const addElapsed = db.prepare<[string, number], { ms: number }>(
    `INSERT INTO sitting (run, elapsed_ms) VALUES (?, ?)
     ON CONFLICT (run) DO UPDATE SET elapsed_ms = elapsed_ms + excluded.elapsed_ms RETURNING elapsed_ms AS ms`,
  );
  const sealElapsed = db.prepare<[string, string]>('UPDATE sitting SET seal = ? WHERE run = ?');
  const addAndSeal = db.transaction((run: RunId, ms: number) => {
    const total = addElapsed.get(run, ms)?.ms ?? ms;
    sealElapsed.run(sealOf('sitting', [run, total]), run);
  });

  const insertVersions = versionInsert({ db });
  const create = db.transaction((run: RunRecord, versions: NewVersions) => {
    if (select.get(run.id) !== undefined) {
      throw new InputError(
        `The store ${file} already has a run ${run.id}. Resume it, or give the new run another name.`,
      );
    }
    const { id, startedAt, family, isolation } = run;
    const options = packJson(run.options);
    insert.run(id, startedAt, family, isolation, options, sealOf('run', [id, startedAt, family, isolation, options]));
    insertVersions(versions);
  });

  return {
    createRun(run: RunRecord, versions: NewVersions = []): void {
      attempt(`create the run ${run.id}`, () => {
        create.immediate(run, versions);
      });
    },
    runs: (): readonly RunSummary[] =>
      attempt('list its runs', () =>
        selectAll
          .all()
          .map((row) => ({ ...toRun(row, file), transitions: row.transitions, lastKind: row.lastKind ?? '' })),
      ),
    run: (id: RunId): RunRecord | undefined =>
      attempt(`read the run ${id}`, () => {
        const row = select.get(id);
        return row && toRun(row, file);
      }),
    elapsedMs: (run: RunId): number => attempt(`read the time of the run ${run}`, () => elapsed.get(run)?.ms ?? 0),
    addElapsed(run: RunId, ms: number): void {
      attempt(`add to the time of the run ${run}`, () => {
        addAndSeal.immediate(run, ms);
      });
    },
  };
}

const toRun = (row: RunRow, file: string): RunRecord => ({
  id: runId(row.id),
  startedAt: row.startedAt,
  family: row.family,
  isolation: row.isolation,
  options: unpackJson(row.options, `head of the run ${row.id} in ${file}`),
});
