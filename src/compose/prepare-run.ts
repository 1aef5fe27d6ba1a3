import path from 'node:path';
import { openEditor } from '../editor/open-editor.js';
import { partSize } from '../grow/gate-part.js';
import { loadHarness } from '../deploy/harness-directory.js';
import type { BudgetCaps } from '../measure/budget.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { Llm } from '../ports/llm.js';
import type { Proposer } from '../ports/proposer.js';
import { checkPrices } from './check-prices.js';
import type { ModelConfig } from './config.js';
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
  readonly baselineFiles: HarnessFiles | undefined;
  readonly splits: Awaited<ReturnType<Workspace['splits']>>;
  readonly caps: BudgetCaps;
}

/** @throws InputError for anything that is not what it has to be. */
export async function prepareRun(request: GrowRequest, workspace: Workspace): Promise<Ready> {
  const { config, directory, family } = workspace;
  const model = modelInForce(config.model, request.model);
  const optimizer = optimizerInForce(config.optimizer, request.optimizer);
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
  const options = growOptions(config.grow, request.options);
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
    baseline: baselineFiles === undefined ? '' : editor.version(baselineFiles),
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
    begins: [seedFiles, ...(baselineFiles ? [baselineFiles] : [])].map((files) => ({
      version: editor.version(files),
      files,
    })),
    seedFiles,
    baselineFiles,
    splits,
    caps,
  };
}
