import type { CommitId, CommitInput, HarnessVersions, RunRefs } from '../ports/versions.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { RunId } from '../task/ids.js';
import { commitMessage } from './commit-message.js';
import type { Repository } from './open-repository.js';
import { openRepository } from './open-repository.js';
import { checkedRevision, readTree, unknown } from './read-tree.js';
import { reconcileRefs } from './reconcile.js';
import { git, tryGit } from './run-git.js';
import { writeTree } from './write-tree.js';

/**
 * Harness versions in the repository that encloses a folder, found at the first use.
 * Every method rejects with an InputError when there is none.
 */
export function gitVersions(options: { readonly directory: string }): HarnessVersions {
  let opened: Promise<Repository> | undefined;
  const folder = async (): Promise<string> => (await (opened ??= openRepository(options.directory))).directory;
  const resolve = async (revision: string): Promise<CommitId> => resolveCommit(await folder(), revision);
  return {
    commit: async (input: CommitInput): Promise<CommitId> => writeCommit(await folder(), input),
    reconcile: async (run: RunId, refs: RunRefs): Promise<void> => {
      await reconcileRefs(await folder(), run, refs);
    },
    read: async (revision: string): Promise<HarnessFiles> => readTree(await folder(), revision),
    resolve,
    diff: async (before: string, after: string): Promise<string> => {
      const [from, to] = await Promise.all([resolve(before), resolve(after)]);
      return (await git(await folder(), ['diff-tree', ...DIFF_OPTIONS, from, to])).toString('utf8');
    },
  };
}

const DIFF_OPTIONS = [
  '-r',
  '-p',
  '--text',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--function-context',
  '--diff-algorithm=histogram',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

async function writeCommit(directory: string, input: CommitInput): Promise<CommitId> {
  const tree = await writeTree(directory, input.files);
  const parents = input.parent === undefined ? [] : ['-p', checkedRevision(input.parent)];
  const id = await git(directory, ['commit-tree', tree, ...parents, '-F', '-'], {
    input: commitMessage(input),
    dateSeconds: input.dateSeconds,
  });
  return id.toString('latin1').trim();
}

async function resolveCommit(directory: string, revision: string): Promise<CommitId> {
  const result = await tryGit(directory, ['rev-parse', '--verify', '--quiet', `${checkedRevision(revision)}^{commit}`]);
  if (result.exitCode !== 0) throw unknown(directory, revision, result.stderr);
  return result.stdout.toString('latin1').trim();
}
