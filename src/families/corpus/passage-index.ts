import { ToolError } from '../../task/error.js';
import { ftsQuery } from './fts-query.js';
import type { Passage } from './passage.js';

/** A passage that a search found; `score` is BM25, higher is better, to three decimals. */
export interface Hit extends Passage {
  readonly score: number;
}

/** Full-text search over a fixed collection. */
export interface PassageIndex {
  /** At most `k` passages, best first; ties in the order of the collection. @throws ToolError for a query without any word. */
  search(query: string, k: number): readonly Hit[];
  close(): void;
}

/**
 * Builds an in-memory SQLite FTS5 index over title and text, equally weighted, tokenizer `unicode61`: words as they are
 * written, no stemming. The database driver is loaded here, so that nothing else of the package needs it.
 */
export async function openPassageIndex(passages: readonly Passage[]): Promise<PassageIndex> {
  const { default: Database } = await import('better-sqlite3');
  const db = new Database(':memory:');
  db.exec(`
    CREATE VIRTUAL TABLE passage USING fts5(title, text, tokenize = 'unicode61');
    CREATE VIRTUAL TABLE word USING fts5vocab(passage, 'row');
  `);
  const insert = db.prepare<[number, string, string]>('INSERT INTO passage(rowid, title, text) VALUES (?, ?, ?)');
  db.transaction(() => {
    for (const [index, { title, text }] of passages.entries()) insert.run(index, title, text);
  })();
  const counts = new Map(
    db
      .prepare<[], { term: string; doc: number }>('SELECT term, doc FROM word')
      .all()
      .map(({ term, doc }) => [term, doc]),
  );
  const find = db.prepare<[string, number], { rowid: number; rank: number }>(
    'SELECT rowid, bm25(passage) AS rank FROM passage WHERE passage MATCH ? ORDER BY rank, rowid LIMIT ?',
  );
  return {
    search(query, k) {
      const match = ftsQuery(query, passages.length, (word) => counts.get(withoutMarks(word)) ?? 0);
      if (match === undefined)
        throw new ToolError(
          'search: expected a query with at least one word, got an empty one. Ask with the words to look for.',
        );
      return find.all(match, k).flatMap(({ rowid, rank }) => {
        const passage = passages[rowid];
        return passage ? [{ ...passage, score: Math.round(-rank * 1000) / 1000 }] : [];
      });
    },
    close: () => {
      db.close();
    },
  };
}

/** unicode61 stores words without diacritics. */
const withoutMarks = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '');
