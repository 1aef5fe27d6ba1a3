import { existsSync } from 'node:fs';
import { InputError } from '../task/error.js';
import { runId, type RunId } from '../task/ids.js';
import type { RunRecord, RunStore } from '../ports/store.js';
import { openStore } from '../store/open-store.js';
import { storeFile } from './store-file.js';

/** Opens a workspace's store for reading and finds a run in it, the last one by default; closes it afterwards. */
export async function withRun<T>(
  directory: string,
  named: string | undefined,
  use: (store: RunStore, run: RunRecord) => Promise<T> | T,
): Promise<T> {
  const file = storeFile(directory);
  if (!existsSync(file))
    throw new InputError(`Expected a store at ${file}; there is none. Run espalier grow in this folder first.`);
  const store = openStore(file);
  try {
    const runs = store.runs();
    const id: RunId | undefined = named === undefined ? runs.at(-1)?.id : runId(named);
    const run = id === undefined ? undefined : store.run(id);
    if (!run)
      throw new InputError(
        `Expected a run${named === undefined ? '' : `, got \`${named}\`, which is none`}. Runs: ${runs.map((one) => one.id).join(', ') || 'none'}.`,
      );
    return await use(store, run);
  } finally {
    store.close();
  }
}
