/** Marks an SQLite file as an Espalier store: `ESPA` in ASCII, in the file's `application_id`. */
export const APPLICATION_ID = 0x45535041;

/** Step n (from 1) brings a store from schema n − 1 to schema n. Steps are only ever added. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE run (
    id TEXT PRIMARY KEY NOT NULL,
    started_at INTEGER NOT NULL,
    family TEXT NOT NULL,
    isolation TEXT NOT NULL,
    options ANY NOT NULL
  ) STRICT;
  CREATE TRIGGER run_is_written_once BEFORE UPDATE ON run
    BEGIN SELECT RAISE(ABORT, 'the head of a run is written once'); END;
  CREATE TRIGGER run_is_kept BEFORE DELETE ON run
    BEGIN SELECT RAISE(ABORT, 'a run is never deleted'); END;

  CREATE TABLE transition (
    run TEXT NOT NULL REFERENCES run(id),
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body ANY NOT NULL,
    state ANY NOT NULL,
    state_hash TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (run, ordinal)
  ) STRICT;
  CREATE TRIGGER transition_is_append_only BEFORE UPDATE ON transition
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER transition_is_kept BEFORE DELETE ON transition
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

  CREATE TABLE version (
    id TEXT PRIMARY KEY NOT NULL,
    files ANY NOT NULL
  ) STRICT;

  CREATE TABLE payload (
    hash BLOB PRIMARY KEY NOT NULL,
    json ANY NOT NULL
  ) STRICT;
  CREATE TABLE trace (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    blob BLOB NOT NULL
  ) STRICT;
  CREATE TABLE touched (
    function TEXT NOT NULL,
    trace INTEGER NOT NULL REFERENCES trace(id),
    PRIMARY KEY (function, trace)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE measurement (
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL REFERENCES run(id),
    seed TEXT NOT NULL,
    version TEXT NOT NULL,
    phase TEXT NOT NULL,
    trace INTEGER NOT NULL REFERENCES trace(id),
    judged ANY,
    UNIQUE (run, seed, version)
  ) STRICT;
  CREATE INDEX measurement_by_trace ON measurement (trace, run);

  CREATE TABLE response (
    key TEXT PRIMARY KEY NOT NULL,
    value ANY NOT NULL
  ) STRICT;

  CREATE TABLE spend (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run TEXT NOT NULL REFERENCES run(id),
    what TEXT NOT NULL CHECK (what IN ('model', 'optimizer')),
    settled INTEGER NOT NULL CHECK (settled IN (0, 1)),
    calls INTEGER NOT NULL,
    cost_usd REAL NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX spend_reserved ON spend (run) WHERE settled = 0;
  CREATE TABLE spend_total (
    run TEXT NOT NULL REFERENCES run(id),
    what TEXT NOT NULL,
    calls INTEGER NOT NULL,
    cost_usd REAL NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    PRIMARY KEY (run, what)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sitting (
    run TEXT PRIMARY KEY NOT NULL REFERENCES run(id),
    elapsed_ms REAL NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE test_opening (
    id INTEGER PRIMARY KEY,
    split TEXT NOT NULL,
    evaluation TEXT NOT NULL,
    run TEXT REFERENCES run(id),
    version TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX test_opening_by_split ON test_opening (split);
  CREATE TRIGGER test_opening_is_append_only BEFORE UPDATE ON test_opening
    BEGIN SELECT RAISE(ABORT, 'openings of the test split are append-only'); END;
  CREATE TRIGGER test_opening_is_kept BEFORE DELETE ON test_opening
    BEGIN SELECT RAISE(ABORT, 'openings of the test split are kept'); END;
  `,
  // Rows that are there already stay without a seal: to seal them now would say that they are what was written.
  [
    'run',
    'transition',
    'version',
    'payload',
    'trace',
    'touched',
    'measurement',
    'response',
    'spend',
    'spend_total',
    'sitting',
  ]
    .concat('test_opening')
    .map((table) => `ALTER TABLE ${table} ADD COLUMN seal TEXT;`)
    .join('\n'),
];
