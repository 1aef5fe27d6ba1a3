import { createHash } from 'node:crypto';

/** What a column holds, as SQLite gives it. */
export type SealedValue = string | number | bigint | Buffer | null;

/**
 * The seal of a row: SHA-256 (hex) over the name of its table and its columns in the schema's order. It shows damage and edits
 * by hand in rows that nothing derives again; it is no signature, since anyone can compute it.
 */
export function sealOf(table: string, values: readonly SealedValue[]): string {
  const hash = createHash('sha256');
  for (const value of [table, ...values]) {
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value === null ? '' : String(value));
    const kind = Buffer.isBuffer(value) ? 'b' : value === null ? 'n' : typeof value === 'string' ? 's' : 'd';
    // Length first, so that no two lists of values read the same.
    hash.update(`${kind}${String(bytes.length)}:`).update(bytes);
  }
  return hash.digest('hex');
}
