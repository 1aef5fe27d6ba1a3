import { hashOf } from '../task/hash.js';
import { versionId, type VersionId } from '../task/ids.js';
import type { HarnessFiles } from '../ports/interface.js';

/** A harness's identity: the hash of its source files (in any order) and of the interface that they are checked against. */
export function version(files: HarnessFiles, interfaceHash: string): VersionId {
  return versionId(hashOf({ files, interfaceHash }));
}
