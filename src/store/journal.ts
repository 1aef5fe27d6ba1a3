import type { HarnessFiles } from '../ports/interface.js';
import type { JournalEntry, RunStore } from '../ports/store.js';
import type { RunId, VersionId } from '../task/ids.js';
import { stateHash } from '../task/ids.js';
import type { Connection } from './connection.js';
import type { Packed } from './packed.js';
import { packJson, unpackJson } from './packed.js';
import { StoreError } from './store-error.js';

interface TransitionRow {
  readonly ordinal: number;
  readonly kind: string;
  readonly body: Packed;
  readonly state: Packed;
  readonly stateHash: string;
  readonly at: number;
}

type NewVersions = readonly { readonly version: VersionId; readonly files: HarnessFiles }[];

/** The append-only journal, and the harness versions that its transitions bring. */
export function journalOf({ db, file, attempt }: Connection): Pick<RunStore, 'append' | 'journal' | 'files'> {
  const last = db.prepare<[string], { ordinal: number | null }>(
    'SELECT max(ordinal) AS ordinal FROM transition WHERE run = ?',
  );
  const insert = db.prepare<[string, number, string, Packed, Packed, string, number]>(
    'INSERT INTO transition (run, ordinal, kind, body, state, state_hash, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const insertVersion = db.prepare<[string, Packed]>(
    'INSERT INTO version (id, files) VALUES (?, ?) ON CONFLICT (id) DO NOTHING',
  );
  const select = db.prepare<[string], TransitionRow>(
    'SELECT ordinal, kind, body, state, state_hash AS stateHash, at FROM transition WHERE run = ? ORDER BY ordinal',
  );
  const selectFiles = db.prepare<[string], { files: Packed }>('SELECT files FROM version WHERE id = ?');

  const append = db.transaction((run: RunId, entry: JournalEntry, versions: NewVersions) => {
    const next = (last.get(run)?.ordinal ?? 0) + 1;
    if (entry.ordinal !== next) {
      throw new StoreError(
        'misuse',
        `Expected transition ${String(next)} of the run ${run} in ${file}, got ${String(entry.ordinal)} (${entry.kind}). Another process may be writing to this run: end it, then resume.`,
      );
    }
    for (const { version, files } of versions) insertVersion.run(version, packJson(files));
    insert.run(run, entry.ordinal, entry.kind, packJson(entry.body), packJson(entry.state), entry.stateHash, entry.at);
  });

  return {
    append(run: RunId, entry: JournalEntry, versions: NewVersions = []): void {
      attempt(`append transition ${String(entry.ordinal)} (${entry.kind}) of the run ${run}`, () => {
        append.immediate(run, entry, versions);
      });
    },
    journal: (run: RunId): readonly JournalEntry[] =>
      attempt(`read the journal of the run ${run}`, () => select.all(run).map(toEntry)),
    files: (version: VersionId): HarnessFiles | undefined =>
      attempt(`read the version ${version}`, () => {
        const row = selectFiles.get(version);
        // Written by `append` from harness files, and never changed.
        return row && (unpackJson(row.files) as HarnessFiles);
      }),
  };
}

const toEntry = (row: TransitionRow): JournalEntry => ({
  ordinal: row.ordinal,
  kind: row.kind,
  body: unpackJson(row.body),
  state: unpackJson(row.state),
  stateHash: stateHash(row.stateHash),
  at: row.at,
});
