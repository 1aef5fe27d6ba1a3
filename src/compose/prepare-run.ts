import path from 'node:path';
import { openEditor } from '../editor/open-editor.js';
import { partSize } from '../grow/gate-part.js';
import { loadHarness } from '../deploy/harness-directory.js';
import type { BudgetCaps } from '../measure/budget.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { Baseline } from '../grow/context.js';
import type { Llm } from '../ports/llm.js';
import type { Proposer } from '../ports/proposer.js';
import { checkPrices } from './check-prices.js';
import type { EspalierConfig, ModelConfig } from './config.js';
import type { ReadyRun } from './find-run.js';
import type { GrowRequest } from './grow-request.js';
import { modelInForce, openModel } from './open-model.js';
import { openOptimizer, optimizerInForce } from './open-optimizer.js';
import type { RunBinding } from './run-options.js';
import { growOptions, runLimits } from './settings.js';
import type { Workspace } from './workspace.js';

/** Most tokens of one reply of the deployed model, where the config says nothing. */
const DEFAULT_OUTPUT_TOKENS = 1024;

/** A run's parts, read and checked before anything is measured. */
export interface Ready extends ReadyRun {
  readonly model: ModelConfig;
  readonly llm: Llm;
  readonly proposer: Proposer;
  readonly seedFiles: HarnessFiles;
  readonly baselines: readonly Baseline[];
  readonly splits: Awaited<ReturnType<Workspace['splits']>>;
  readonly caps: BudgetCaps;
}

/** @throws InputError for anything that is not what it has to be. */
export async function prepareRun(request: GrowRequest, workspace: Workspace): Promise<Ready> {
  const { config, directory, family } = workspace;
  const model = modelInForce(config.model, request.model);
  const optimizer = optimizerInForce(config.optimizer, request.optimizer);
  const notice = (message: string): void => request.onEvent?.({ kind: 'notice', message });
  const options = growOptions(config.grow, request.options);
  const proposer = await openOptimizer(optimizer, directory, options.seed, (line) => notice(`optimizer: ${line}`));
  const caps = request.budget ?? config.budget ?? {};
  checkPrices(caps, model, optimizer);
  const splits = await workspace.splits();
  const seedFiles =
    request.seedDirectory === undefined
      ? await workspace.seedFiles()
      : (await loadHarness(path.resolve(directory, request.seedDirectory))).files;
  const baselines = await readBaselines(directory, baselineFolders(request, config));
  const editor = openEditor(family.interface);
  const seed = editor.admit(seedFiles);
  for (const { files } of baselines) editor.admit(files);
  const name = request.name ?? workspace.name;
  // Known before anything is measured, not at the first gate.
  if (options.gateRotate !== 'off') partSize(splits.gate.length, options.gateRotate);
  const llm = openModel(model, directory);
  const binding: RunBinding = {
    grow: options,
    name,
    model: model.name,
    deterministic: llm.deterministic,
    optimizer: optimizer.name,
    success: workspace.success,
    interface: family.interface.hash,
    cases: splits.hash,
    seed,
    baseline: baselines.map(({ files }) => editor.version(files)).join(' '),
    ...(request.group ? { group: request.group } : {}),
    budget: caps,
    settings: {
      limits: runLimits(config.limits),
      maxOutputTokens: model.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS,
      temperature: model.temperature ?? null,
    },
  };
  return {
    name,
    model,
    llm,
    editor,
    proposer,
    binding,
    begins: [seedFiles, ...baselines.map(({ files }) => files)].map((files) => ({
      version: editor.version(files),
      files,
    })),
    seedFiles,
    baselines,
    splits,
    caps,
  };
}

/** The command line's baselines take the place of the config's. */
function baselineFolders(request: GrowRequest, config: EspalierConfig): readonly string[] {
  if (request.baselineDirectories !== undefined) return request.baselineDirectories;
  if (request.baselineDirectory !== undefined) return [request.baselineDirectory];
  return [...(config.baseline === undefined ? [] : [config.baseline]), ...(config.baselines ?? [])];
}

/** Each is called by its folder's name, and counted where two folders have the same. */
async function readBaselines(directory: string, folders: readonly string[]): Promise<readonly Baseline[]> {
  const read: Baseline[] = [];
  for (const folder of folders) {
    const at = path.resolve(directory, folder);
    const base = path.basename(at);
    const same = read.filter(({ name }) => name === base || name.startsWith(`${base} `)).length;
    const { files } = await loadHarness(at);
    read.push({ name: same === 0 ? base : `${base} ${String(same + 1)}`, files });
  }
  return read;
}
