import { git } from './run-git.js';

/** Makes an empty folder a bare repository of its own: commits in it get the ids that they have anywhere, and touch nothing of the user's. */
export async function scratchRepository(directory: string, objectFormat: 'sha1' | 'sha256'): Promise<void> {
  await git(directory, ['init', '--quiet', '--bare', '--template=', `--object-format=${objectFormat}`, '.']);
}
