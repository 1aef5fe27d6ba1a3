import { sha256 } from '../task/hash.js';
import type { Connection } from './connection.js';
import type { Packed } from './packed.js';
import { pack, unpack } from './packed.js';
import { sealOf } from './seal.js';
import { damagedRow, StoreError } from './store-error.js';

/** JSON texts of calls and replies, each kept once under the SHA-256 (hex) of its text. */
export interface Payloads {
  /** To be called inside a transaction. */
  keep(hash: string, text: string): void;
  /** @throws StoreError when there is none. */
  text(hash: string): string;
}

export function payloadsOf({ db, file }: Connection): Payloads {
  const exists = db.prepare<[Buffer], { one: number }>('SELECT 1 AS one FROM payload WHERE hash = ?');
  const insert = db.prepare<[Buffer, Packed, string]>('INSERT INTO payload (hash, json, seal) VALUES (?, ?, ?)');
  const select = db.prepare<[Buffer], { json: Packed }>('SELECT json FROM payload WHERE hash = ?');
  return {
    keep(hash: string, text: string): void {
      const key = Buffer.from(hash, 'hex');
      if (exists.get(key) !== undefined) return;
      const packed = pack(text);
      insert.run(key, packed, sealOf('payload', [key, packed]));
    },
    text(hash: string): string {
      const row = select.get(Buffer.from(hash, 'hex'));
      if (row === undefined) {
        throw new StoreError(
          'corrupt',
          `The store ${file} lacks the payload ${hash} that one of its traces names: the file is damaged. Restore a copy of it, or start with a new store.`,
        );
      }
      const where = `payload ${hash} in ${file}`;
      const text = unpack(row.json, where);
      const is = sha256(text);
      if (is !== hash) throw damagedRow(where, `its text has the hash ${is}`);
      return text;
    },
  };
}
