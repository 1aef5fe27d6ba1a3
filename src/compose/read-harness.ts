import { existsSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../task/error.js';
import { loadHarness } from '../deploy/harness-directory.js';
import type { HarnessFiles } from '../ports/interface.js';
import { gitVersions } from '../versions/git-versions.js';

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
    throw new InputError(
      `Expected a harness folder or a git revision, got \`${named}\`: there is no folder ${folder}, and as a revision: ${why}`,
      { cause: error },
    );
  }
}
