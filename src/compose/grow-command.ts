import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../task/error.js';
import { hashOf } from '../task/hash.js';
import type { RunId } from '../task/ids.js';
import type { Price } from '../task/usage.js';
import { openEditor } from '../editor/open-editor.js';
import type { GrowContext } from '../grow/context.js';
import type { GrowEvent } from '../grow/events.js';
import { grow, type GrowEnd } from '../grow/grow.js';
import { leakRules } from '../grow/leak-rules.js';
import { Lookahead } from '../grow/lookahead.js';
import type { GrowOptions } from '../grow/options.js';
import { loadHarness } from '../deploy/harness-directory.js';
import { openBench } from '../measure/bench.js';
import type { BudgetCaps } from '../measure/budget.js';
import { storeLedger } from '../measure/ledger.js';
import { WarmVersions } from '../measure/warm-versions.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { Llm } from '../ports/llm.js';
import type { Proposer } from '../ports/proposer.js';
import type { RunRecord, RunStore } from '../ports/store.js';
import { type GrowResult, type TestCase, testCases } from '../report/grow-result.js';
import { createProcessSandbox } from '../sandbox/process-sandbox.js';
import { lockStore } from '../store/lock.js';
import { openStore } from '../store/open-store.js';
import { gitVersions } from '../versions/git-versions.js';
import { openRepository } from '../versions/open-repository.js';
import type { ModelConfig, OptimizerConfig } from './config.js';
import { findRun, type ReadyRun } from './find-run.js';
import { finishGrow } from './finish-grow.js';
import { modelInForce, openModel } from './open-model.js';
import { openOptimizer, optimizerConfig } from './open-optimizer.js';
import { casesHash, readBinding, type RunBinding } from './run-options.js';
import { defaultConcurrency, growOptions, runLimits } from './settings.js';
import { openWorkspace, type Workspace, type WorkspaceOptions } from './workspace.js';

/** One call of `espalier grow`, from the command line or a program. */
export interface GrowRequest {
  readonly workspace: WorkspaceOptions;
  /** Name of the run. Default: the harness's name and the time. */
  readonly run?: string;
  /** Go on with this run, or with the last unfinished one. */
  readonly resume?: boolean;
  readonly name?: string;
  readonly seedDirectory?: string;
  readonly baselineDirectory?: string;
  readonly model?: Partial<ModelConfig>;
  readonly optimizer?: Partial<OptimizerConfig>;
  readonly options?: Partial<Record<keyof GrowOptions, unknown>>;
  readonly budget?: BudgetCaps;
  readonly concurrency?: number;
  /** Folder for the optimizer's replies as a recording, with the name of what wrote them. */
  readonly record?: { readonly directory: string; readonly model: string };
  /** Milliseconds since the epoch; commits are dated from it. Default: now. */
  readonly startedAt?: number;
  readonly signal?: AbortSignal;
  /** Gets the run once it is found or made: its name is what `--resume` takes. */
  readonly onRun?: (run: RunRecord) => void;
  readonly onEvent?: (event: GrowEvent) => void;
}

/** How it ended, and the result as `--json` prints it. */
export interface GrowReport {
  readonly end: GrowEnd;
  readonly result: GrowResult;
  /** The test set case by case, for paired comparisons. */
  readonly testCases: readonly TestCase[];
}

/** Where a workspace keeps its store. */
export const storeFile = (directory: string): string => path.join(directory, 'traces', 'espalier.db');

/**
 * Grows a harness in a workspace, or goes on with a run that was stopped.
 * @throws EspalierError for bad input and a broken world; nothing that was paid for is lost.
 */
export async function growCommand(request: GrowRequest): Promise<GrowReport> {
  const signal = request.signal ?? new AbortController().signal;
  const workspace = await openWorkspace(request.workspace);
  try {
    await openRepository(workspace.directory);
    const ready = await prepare(request, workspace);
    await mkdir(path.join(workspace.directory, 'traces'), { recursive: true });
    const file = storeFile(workspace.directory);
    const lock = lockStore(file, request.run ?? workspace.name);
    try {
      const store = openStore(file);
      try {
        const record = await findRun(request, workspace, store, ready);
        request.onRun?.(record);
        return await sit(request, workspace, store, record, ready, signal);
      } finally {
        store.close();
      }
    } finally {
      lock.release();
    }
  } finally {
    await workspace.family.close?.();
  }
}

interface Ready extends ReadyRun {
  readonly model: ModelConfig;
  readonly llm: Llm;
  readonly proposer: Proposer;
  readonly seedFiles: HarnessFiles;
  readonly baselineFiles: HarnessFiles | undefined;
  readonly splits: Awaited<ReturnType<Workspace['splits']>>;
  readonly caps: BudgetCaps;
}

async function prepare(request: GrowRequest, workspace: Workspace): Promise<Ready> {
  const { config, directory, family } = workspace;
  const model = modelInForce(config.model, request.model);
  const { name: named } = request.optimizer ?? {};
  const optimizer: OptimizerConfig = {
    ...(named === undefined ? optimizerConfig(config.optimizer) : { name: named }),
    ...request.optimizer,
  };
  const notice = (message: string): void => request.onEvent?.({ kind: 'notice', message });
  const proposer = await openOptimizer(optimizer, directory, (line) => notice(`optimizer: ${line}`));
  const caps = request.budget ?? config.budget ?? {};
  checkPrices(caps, model, optimizer);
  const splits = await workspace.splits();
  const seedFiles =
    request.seedDirectory === undefined
      ? await workspace.seedFiles()
      : (await loadHarness(path.resolve(directory, request.seedDirectory))).files;
  const baseline = request.baselineDirectory ?? config.baseline;
  const baselineFiles =
    baseline === undefined ? undefined : (await loadHarness(path.resolve(directory, baseline))).files;
  const editor = openEditor(family.interface);
  const seed = editor.admit(seedFiles);
  if (baselineFiles) editor.admit(baselineFiles);
  const name = request.name ?? workspace.name;
  const binding: RunBinding = {
    grow: growOptions(config.grow, request.options),
    name,
    model: model.name,
    optimizer: optimizer.name,
    success: workspace.success,
    interface: family.interface.hash,
    cases: casesHash(splits),
    seed,
    baseline: baselineFiles === undefined ? '' : editor.version(baselineFiles),
    settings: hashOf([runLimits(config.limits), model.maxOutputTokens, model.temperature]),
  };
  return { name, model, llm: openModel(model), editor, proposer, binding, seedFiles, baselineFiles, splits, caps };
}

/** A cap in dollars means nothing without prices. @throws InputError naming the price that is missing. */
function checkPrices(caps: BudgetCaps, model: ModelConfig, optimizer: OptimizerConfig): void {
  if (caps.usd === undefined) return;
  if (model.name !== 'none' && model.price === undefined) {
    throw new InputError(
      `--budget-usd needs the price of model ${model.name}: set model.price { inputPerMTok, outputPerMTok } in the config.`,
    );
  }
  if (optimizer.name.startsWith('command:') && optimizer.priceUsdPerCall === undefined) {
    throw new InputError(
      '--budget-usd needs what one call of the optimizer command costs: set optimizer.priceUsdPerCall in the config, or --optimizer-price.',
    );
  }
  if (optimizer.name.startsWith('openai:') && optimizer.price === undefined) {
    throw new InputError(
      `--budget-usd needs the price of the optimizer ${optimizer.name}: set optimizer.price { inputPerMTok, outputPerMTok } in the config.`,
    );
  }
}

async function sit(
  request: GrowRequest,
  workspace: Workspace,
  store: RunStore,
  record: RunRecord,
  ready: Ready,
  signal: AbortSignal,
): Promise<GrowReport> {
  const { config, directory, family } = workspace;
  const { grow: options, name } = readBinding(record);
  const limits = runLimits(config.limits);
  const sandbox = createProcessSandbox();
  const now = (): number => performance.now();
  const ledger = storeLedger(store, record.id, now);
  let counted = now();
  const addElapsed = (): void => {
    const upTo = now();
    store.addElapsed(record.id, Math.round(upTo - counted));
    counted = upTo;
  };
  const { editor } = ready;
  const price: Price | undefined = ready.model.price;
  const bench = openBench({
    family,
    sandbox,
    llm: ready.llm,
    ledger,
    caps: ready.caps,
    price,
    limits,
    success: workspace.success,
    maxOutputTokens: ready.model.maxOutputTokens ?? 1024,
    ...(ready.model.temperature === undefined ? {} : { temperature: ready.model.temperature }),
    concurrency: request.concurrency ?? config.concurrency ?? defaultConcurrency(ready.model.name),
    signal,
  });
  const context: GrowContext = {
    run: record.id,
    startedAt: record.startedAt,
    options,
    splits: ready.splits,
    seedFiles: ready.seedFiles,
    baselineFiles: ready.baselineFiles,
    store,
    archive: { store, run: record.id },
    versions: gitVersions({ directory }),
    editor,
    leaks: leakRules(family, { train: ready.splits.train, gate: ready.splits.gate }),
    proposer: ready.proposer,
    bench,
    warm: new WarmVersions(sandbox, editor, 4),
    lookahead: new Lookahead(),
    signal,
    emit: (event) => {
      // Time is counted as the run goes on, so that a kill loses little of it.
      if (event.kind === 'transition') addElapsed();
      request.onEvent?.(event);
    },
  };
  try {
    const end = await grow(context, {
      gateRecord: (gateRecord) => writeGateRecord(directory, record.id, gateRecord.gate, gateRecord),
    });
    const result = await finishGrow({
      request,
      workspace,
      record,
      context,
      end,
      name,
      model: ready.model.name,
    });
    return { end, result, testCases: testCases(store.journal(record.id)) };
  } finally {
    addElapsed();
    await sandbox.close();
  }
}

async function writeGateRecord(directory: string, run: RunId, gate: number, record: unknown): Promise<void> {
  const folder = path.join(directory, 'gates', run);
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, `gate-${String(gate).padStart(4, '0')}.json`),
    `${JSON.stringify(record, null, 2)}\n`,
  );
}
