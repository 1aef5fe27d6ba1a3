import type { Case } from '../task/case.js';
import type { VersionId } from '../task/ids.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { GrowContext } from './context.js';

/** The source of a version that the journal names. @throws Error when the store does not hold it: a broken store. */
export function filesOf(context: GrowContext, version: VersionId): HarnessFiles {
  const files = context.store.files(version);
  if (!files) throw new Error(`The store has no source of version ${version}, which the journal names.`);
  return files;
}

/** The task at a position of the stream. @throws RangeError when the stream is shorter: another task file than the run began with. */
export function taskAt(stream: readonly Case[], position: number): Case {
  const item = stream[position];
  if (!item)
    throw new RangeError(`The stream has ${String(stream.length)} tasks; there is none at ${String(position)}.`);
  return item;
}
