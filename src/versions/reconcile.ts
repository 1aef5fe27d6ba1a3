import type { CommitId, RunRefs } from '../ports/versions.js';
import { InputError } from '../task/error.js';
import type { RunId } from '../task/ids.js';
import { failed, git, tryGit } from './run-git.js';

/** Makes a run's branch and tags what they should be, in one reference transaction: all of them or none. */
export async function reconcileRefs(directory: string, run: RunId, refs: RunRefs): Promise<void> {
  const branch = `refs/heads/espalier/${checkedName(run, 'run')}`;
  const tagPrefix = `refs/tags/espalier/${run}/`;
  const wanted = new Map<string, CommitId>([[branch, refs.head]]);
  for (const [name, commit] of Object.entries(refs.tags)) {
    name.split('/').forEach((part) => checkedName(part, 'tag'));
    wanted.set(tagPrefix + name, commit);
  }
  const present = await presentRefs(directory, branch, tagPrefix);
  const commands = changes(present, wanted);
  if (commands.length === 0) return;
  if (present.get(branch) !== refs.head) await refuseCheckedOut(directory, branch);
  const args = ['update-ref', '--no-deref', '-m', 'espalier: reconcile', '-z', '--stdin'];
  const result = await tryGit(directory, args, { input: commands.join('') });
  if (result.exitCode === 0) return;
  if (result.stderr.includes('exists; cannot create')) {
    throw new InputError(
      `The refs of the run ${run} cannot be made in ${directory}: a branch or tag of yours has a name that is a folder of theirs, or the other way round (${result.stderr}). Rename yours.`,
    );
  }
  throw failed(directory, args, result);
}

async function presentRefs(
  directory: string,
  branch: string,
  tagPrefix: string,
): Promise<ReadonlyMap<string, CommitId>> {
  const text = await git(directory, ['for-each-ref', '--format=%(refname) %(objectname)', branch, tagPrefix]);
  const present = new Map<string, CommitId>();
  for (const line of text.toString('utf8').split('\n')) {
    const [name, commit] = line.split(' ');
    // A pattern also matches what lies under a branch's name; that would be the user's.
    const ours = name === branch || name?.startsWith(tagPrefix) === true;
    if (name !== undefined && commit !== undefined && ours) present.set(name, commit);
  }
  return present;
}

/** Each command names the old value, so that a ref that moved meanwhile stops the transaction. */
function changes(present: ReadonlyMap<string, CommitId>, wanted: ReadonlyMap<string, CommitId>): readonly string[] {
  const commands: string[] = [];
  for (const [name, commit] of wanted) {
    const old = present.get(name);
    if (old === undefined) commands.push(`create ${name}\0${commit}\0`);
    else if (old !== commit) commands.push(`update ${name}\0${commit}\0${old}\0`);
  }
  for (const [name, old] of present) if (!wanted.has(name)) commands.push(`delete ${name}\0${old}\0`);
  return commands;
}

/** Moving a branch under a work tree would make its files look edited. */
async function refuseCheckedOut(directory: string, branch: string): Promise<void> {
  const text = (await git(directory, ['worktree', 'list', '--porcelain'])).toString('utf8');
  const tree = text.split('\n\n').find((block) => block.split('\n').includes(`branch ${branch}`));
  if (tree === undefined) return;
  const path = tree.split('\n')[0]?.replace(/^worktree /, '') ?? directory;
  throw new InputError(
    `The branch ${branch.replace('refs/heads/', '')} is checked out in ${path}, so it cannot be moved without touching those files. Switch to another branch there (\`git switch -\` or \`git switch --detach\`), then resume the run.`,
  );
}

function checkedName(name: string, what: 'run' | 'tag'): string {
  const good = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(name) && !/\.\.|\.lock$|\.$/.test(name);
  if (good) return name;
  throw new InputError(
    `Expected a ${what} name of letters, digits, \`.\`, \`_\` and \`-\` that git can have in a ref, got ${JSON.stringify(name)}. Choose another name.`,
  );
}
