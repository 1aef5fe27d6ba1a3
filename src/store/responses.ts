import type { RunStore } from '../ports/store.js';
import type { Json } from '../task/json.js';
import type { Connection } from './connection.js';
import type { Packed } from './packed.js';
import { packJson, unpackJson } from './packed.js';
import { sealOf } from './seal.js';

/** The response cache. The first reply kept for a key stays. */
export interface Responses extends Pick<RunStore, 'response'> {
  /** To be called inside a transaction. */
  keep(key: string, value: Json): void;
}

export function responsesOf({ db, file, attempt }: Connection): Responses {
  const select = db.prepare<[string], { value: Packed }>('SELECT value FROM response WHERE key = ?');
  const insert = db.prepare<[string, Packed, string]>(
    'INSERT INTO response (key, value, seal) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING',
  );
  return {
    response: (key: string): Json | undefined =>
      attempt('read a response', () => {
        const row = select.get(key);
        return row && unpackJson(row.value, `response ${key} in ${file}`);
      }),
    keep(key: string, value: Json): void {
      const packed = packJson(value);
      insert.run(key, packed, sealOf('response', [key, packed]));
    },
  };
}
