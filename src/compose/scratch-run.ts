import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InputError } from '../task/error.js';
import { openEditor } from '../editor/open-editor.js';
import type { GrowContext } from '../grow/context.js';
import { leakRules } from '../grow/leak-rules.js';
import { Lookahead } from '../grow/lookahead.js';
import { openBench } from '../measure/bench.js';
import { memoryLedger } from '../measure/ledger.js';
import { WarmVersions } from '../measure/warm-versions.js';
import { buildPrompt } from '../optimizer/prompt/build-prompt.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { AnyGateRecord } from '../ports/gate-record.js';
import type { Llm } from '../ports/llm.js';
import type { JournalEntry, RunRecord, RunStore } from '../ports/store.js';
import type { DeriveParts } from '../replay/derive-run.js';
import { journaledProposer, type PromptCount } from '../replay/journaled-proposer.js';
import { RecordedRuns } from '../replay/recorded-runs.js';
import { Reruns } from '../replay/rerun.js';
import type { Isolation } from '../ports/sandbox.js';
import { openStore } from '../store/open-store.js';
import { versionId } from '../task/ids.js';
import { gitVersions } from '../versions/git-versions.js';
import { scratchRepository } from '../versions/scratch-repository.js';
import { loadHarness } from '../deploy/harness-directory.js';
import { readBinding, type RunBinding } from './run-options.js';
import { defaultConcurrency } from './settings.js';
import type { Workspace } from './workspace.js';
import { workspaceSandbox } from './workspace-sandbox.js';

/**
 * Puts a recorded run's loop together again over a scratch store and a scratch repository in a temporary folder, uses it and
 * removes both. Nothing of the workspace is written; no model, tool or optimizer is asked.
 * @throws InputError when the workspace is not the one that the run was made in.
 */
export async function withScratchRun<T>(
  workspace: Workspace,
  store: RunStore,
  record: RunRecord,
  signal: AbortSignal,
  level: 'auto' | Isolation | undefined,
  use: (parts: DeriveParts, isolation: string) => Promise<T>,
): Promise<T> {
  const { family } = workspace;
  const binding = readBinding(record);
  const journal = store.journal(record.id);
  const splits = await workspace.splits();
  requireSame(record, binding, { interface: family.interface.hash, cases: splits.hash });
  const editor = openEditor(family.interface);
  const sandbox = await workspaceSandbox(workspace.config, level, binding.settings.limits);
  const folder = await mkdtemp(path.join(tmpdir(), 'espalier-replay-'));
  let scratch: RunStore | undefined;
  try {
    scratch = openStore(path.join(folder, 'scratch.db'));
    scratch.createRun(record);
    const repository = path.join(folder, 'scratch.git');
    await mkdir(repository);
    await scratchRepository(repository, commitLength(journal) === 64 ? 'sha256' : 'sha1');
    const runs = new RecordedRuns(store, record.id);
    const reruns = new Reruns({
      runs,
      sandbox,
      limits: binding.settings.limits,
      tools: Object.keys(family.interface.schemas.tools),
      success: binding.success,
    });
    const prompts: PromptCount = { same: 0, of: 0 };
    const optimizer = workspace.config.optimizer;
    const promptTokens = typeof optimizer === 'object' ? optimizer.promptTokens : undefined;
    const bench = openBench({
      family,
      sandbox,
      llm: recordedAway(binding),
      ledger: memoryLedger(() => performance.now()),
      caps: {},
      price: undefined,
      limits: binding.settings.limits,
      success: binding.success,
      maxOutputTokens: binding.settings.maxOutputTokens,
      concurrency: defaultConcurrency('none'),
      signal,
    });
    const context: GrowContext = {
      run: record.id,
      startedAt: record.startedAt,
      options: binding.grow,
      splits,
      seedFiles: await filesOf(
        store,
        binding.seed,
        'the seed harness',
        () => workspace.seedFiles(),
        (files) => editor.version(files),
      ),
      baselines: await baselinesOf(workspace, store, binding, journal, (files) => editor.version(files)),
      store: scratch,
      archive: { store: scratch, run: record.id },
      versions: gitVersions({ directory: repository }),
      editor,
      leaks: leakRules(family, { train: splits.train, gate: splits.gate }),
      proposer: journaledProposer(journal, prompts, (request) => buildPrompt(request, promptTokens).hash),
      bench: { ...bench, runner: reruns.runner },
      warm: new WarmVersions(sandbox, editor, 4),
      lookahead: new Lookahead(),
      signal,
      emit: () => undefined,
    };
    return await use({ context, journal, recorded: store, runs, reruns, prompts }, sandbox.isolation);
  } finally {
    await sandbox.close();
    scratch?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function requireSame(record: RunRecord, began: RunBinding, now: Pick<RunBinding, 'interface' | 'cases'>): void {
  const changed = [
    ...(began.interface === now.interface ? [] : ["the family's interface (its tools or schemas)"]),
    ...(began.cases === now.cases ? [] : ['the task files or their split']),
  ];
  if (changed.length === 0) return;
  throw new InputError(
    `Run ${record.id} cannot be replayed here, because ${changed.join(' and ')} changed since. Restore what it began with, or replay it with the config that it was made with (--config).`,
  );
}

/**
 * Rules of a gate are a release's own: an older journal is derived by the release that wrote it.
 * @throws InputError for a journal with gate records of an older format.
 */
export function requireDerivable(record: RunRecord, journal: readonly JournalEntry[]): void {
  const old = journal.find((entry) => GATES.has(entry.kind) && (entry.body as unknown as AnyGateRecord).format === 1);
  if (!old) return;
  throw new InputError(
    `Run ${record.id} has gate records of format 1, whose runs were drawn otherwise: derive the whole run with the version of Espalier that made it. ` +
      'Its verdicts are derived from its gate records: espalier replay gate N --record gates/…/gate-….json.',
  );
}

const GATES: ReadonlySet<string> = new Set(['checkpoint', 'rolled-back', 'undecided']);

/** Stands for the deployed model; asking it would be a fault of the replay. */
function recordedAway(binding: RunBinding): Llm {
  return {
    name: binding.model,
    // Only gates ask, and those of runs that do not say have format 1, which is not derived.
    deterministic: binding.deterministic ?? true,
    complete: () => Promise.reject(new Error('A replay asks no model.')),
  };
}

const commitLength = (journal: readonly JournalEntry[]): number => {
  const body = journal[0]?.body as { readonly commit?: unknown } | undefined; // what phase 0 wrote
  return typeof body?.commit === 'string' ? body.commit.length : 40;
};

/** In the order of the binding, by the names that the final evaluation gave them. */
async function baselinesOf(
  workspace: Workspace,
  store: RunStore,
  binding: RunBinding,
  journal: readonly JournalEntry[],
  version: (files: HarnessFiles) => string,
): Promise<GrowContext['baselines']> {
  const tested = journal.find(({ kind }) => kind === 'tested')?.body as unknown as
    { readonly baselines?: readonly { readonly name: string }[] } | undefined; // what phase 6 wrote
  const folder = workspace.config.baseline ?? workspace.config.baselines?.[0];
  const read = async (): Promise<HarnessFiles | undefined> =>
    folder === undefined ? undefined : (await loadHarness(path.resolve(workspace.directory, folder))).files;
  const wanted = binding.baseline.split(' ').filter((one) => one !== '');
  return Promise.all(
    wanted.map(async (one, index) => ({
      name: tested?.baselines?.[index]?.name ?? 'baseline',
      files: await filesOf(store, one, 'a baseline', read, version),
    })),
  );
}

/** From the store; from the workspace where an older store has it not. */
async function filesOf(
  store: RunStore,
  wanted: string,
  what: string,
  read: () => Promise<HarnessFiles | undefined>,
  version: (files: HarnessFiles) => string,
): Promise<HarnessFiles> {
  const kept = store.files(versionId(wanted));
  if (kept) return kept;
  const files = await read();
  if (files && version(files) === wanted) return files;
  throw new InputError(
    `The store does not hold ${what} of this run (version ${wanted.slice(0, 12)}), and the workspace has another one now. Restore the folder that the run began with.`,
  );
}
