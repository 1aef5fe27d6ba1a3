import type { HarnessFiles } from '../ports/interface.js';
import type { JournalEntry, RunStore } from '../ports/store.js';
import type { RunId, VersionId } from '../task/ids.js';
import { stateHash } from '../task/ids.js';
import type { Connection } from './connection.js';
import type { Packed } from './packed.js';
import { packJson, unpackJson } from './packed.js';
import { sealOf } from './seal.js';
import { StoreError } from './store-error.js';
import { type NewVersions, versionInsert } from './versions.js';

interface TransitionRow {
  readonly ordinal: number;
  readonly kind: string;
  readonly body: Packed;
  readonly state: Packed;
  readonly stateHash: string;
  readonly at: number;
}

/** The append-only journal, and the harness versions that its transitions bring. */
export function journalOf({ db, file, attempt }: Connection): Pick<RunStore, 'append' | 'journal' | 'files'> {
  const last = db.prepare<[string], { ordinal: number; seal: string | null }>(
    'SELECT ordinal, seal FROM transition WHERE run = ? ORDER BY ordinal DESC LIMIT 1',
  );
  const headSeal = db.prepare<[string], { seal: string | null }>('SELECT seal FROM run WHERE id = ?');
  const insert = db.prepare<[string, number, string, Packed, Packed, string, number, string]>(
    'INSERT INTO transition (run, ordinal, kind, body, state, state_hash, at, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const insertVersions = versionInsert({ db });
  const select = db.prepare<[string], TransitionRow>(
    'SELECT ordinal, kind, body, state, state_hash AS stateHash, at FROM transition WHERE run = ? ORDER BY ordinal',
  );
  const selectFiles = db.prepare<[string], { files: Packed }>('SELECT files FROM version WHERE id = ?');

  const append = db.transaction((run: RunId, entry: JournalEntry, versions: NewVersions) => {
    const before = last.get(run);
    const next = (before?.ordinal ?? 0) + 1;
    if (entry.ordinal !== next) {
      throw new StoreError(
        'misuse',
        `Expected transition ${String(next)} of the run ${run} in ${file}, got ${String(entry.ordinal)} (${entry.kind}). Another process may be writing to this run: end it, then resume.`,
      );
    }
    insertVersions(versions);
    const { ordinal, kind, stateHash: hash, at } = entry;
    const [body, state] = [packJson(entry.body), packJson(entry.state)];
    const previous = before ? before.seal : (headSeal.get(run)?.seal ?? null);
    const seal = sealOf('transition', [run, ordinal, kind, body, state, hash, at, previous]);
    insert.run(run, ordinal, kind, body, state, hash, at, seal);
  });

  return {
    append(run: RunId, entry: JournalEntry, versions: NewVersions = []): void {
      attempt(`append transition ${String(entry.ordinal)} (${entry.kind}) of the run ${run}`, () => {
        append.immediate(run, entry, versions);
      });
    },
    journal: (run: RunId): readonly JournalEntry[] =>
      attempt(`read the journal of the run ${run}`, () =>
        select
          .all(run)
          .map((row) => toEntry(row, `transition ${String(row.ordinal)} (${row.kind}) of the run ${run} in ${file}`)),
      ),
    files: (version: VersionId): HarnessFiles | undefined =>
      attempt(`read the version ${version}`, () => {
        const row = selectFiles.get(version);
        // Written by `append` from harness files, and never changed.
        return row && (unpackJson(row.files, `version ${version} in ${file}`) as HarnessFiles);
      }),
  };
}

const toEntry = (row: TransitionRow, where: string): JournalEntry => ({
  ordinal: row.ordinal,
  kind: row.kind,
  body: unpackJson(row.body, where),
  state: unpackJson(row.state, where),
  stateHash: stateHash(row.stateHash),
  at: row.at,
});
