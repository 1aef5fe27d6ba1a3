import type { HarnessFiles } from '../ports/interface.js';
import type { VersionId } from '../task/ids.js';
import type { Connection } from './connection.js';
import type { Packed } from './packed.js';
import { packJson } from './packed.js';
import { sealOf } from './seal.js';

/** Harness versions with their source. */
export type NewVersions = readonly { readonly version: VersionId; readonly files: HarnessFiles }[];

/** Inserts versions that are not there yet; for use within a transaction. */
export function versionInsert({ db }: Pick<Connection, 'db'>): (versions: NewVersions) => void {
  const insert = db.prepare<[string, Packed, string]>(
    'INSERT INTO version (id, files, seal) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING',
  );
  return (versions) => {
    for (const { version, files } of versions) {
      const packed = packJson(files);
      insert.run(version, packed, sealOf('version', [version, packed]));
    }
  };
}
