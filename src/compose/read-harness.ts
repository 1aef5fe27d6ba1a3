import { existsSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../task/error.js';
import { loadHarness } from '../deploy/harness-directory.js';
import type { HarnessFiles } from '../ports/interface.js';
import { openStore } from '../store/open-store.js';
import { gitVersions } from '../versions/git-versions.js';
import { storeFile } from './store-file.js';

/**
 * A harness by folder, looked up from `here`, or by git revision of the repository around `directory`
 * (`espalier/<run>`, `espalier/<run>/gate-2`).
 * @throws InputError when it is neither.
 */
export async function readHarness(directory: string, named: string, here: string = directory): Promise<HarnessFiles> {
  const folder = path.resolve(here, named);
  if (existsSync(folder)) return (await loadHarness(folder)).files;
  try {
    return await gitVersions({ directory }).read(named);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const meant = /^(?:gate-\d+|rejected\/\d+)$/.test(named)
      ? ` Tags of a run have its name in front: \`espalier/<run>/${named}\`${lastRun(directory, named)}.`
      : '';
    throw new InputError(
      `Expected a harness folder or a git revision, got \`${named}\`: there is no folder ${folder}, and as a revision: ${why}${meant}`,
      { cause: error },
    );
  }
}

/** The name that was meant, if it was the last run's. */
function lastRun(directory: string, named: string): string {
  const file = storeFile(directory);
  if (!existsSync(file)) return '';
  const store = openStore(file);
  try {
    const run = store.runs().at(-1);
    return run ? `, of the last run \`espalier/${run.id}/${named}\`` : '';
  } finally {
    store.close();
  }
}
