import { InputError } from '../task/error.js';
import { openEditor } from '../editor/open-editor.js';
import { type Bench, openBench } from '../measure/bench.js';
import type { BudgetCaps } from '../measure/budget.js';
import { type Ledger, memoryLedger } from '../measure/ledger.js';
import type { Editor } from '../ports/editor.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { Isolation, Prepared, Sandbox } from '../ports/sandbox.js';
import type { ModelConfig } from './config.js';
import { keepReplies, type KeptReplies } from './model-file.js';
import { modelInForce, openModel } from './open-model.js';
import { defaultConcurrency, runLimits } from './settings.js';
import type { Workspace } from './workspace.js';
import { workspaceSandbox } from './workspace-sandbox.js';

/** What `run`, `eval` and `replay` share: one harness on a bench, with no store. */
export interface BenchInputs {
  readonly workspace: Workspace;
  readonly files: HarnessFiles;
  readonly model?: Partial<ModelConfig>;
  readonly budget?: BudgetCaps;
  readonly concurrency?: number;
  readonly sandbox?: 'auto' | Isolation;
  /** File for the model's replies, as a recording for `recorded:<file>`. */
  readonly saveReplies?: string;
  readonly signal: AbortSignal;
}

export interface OpenedBench {
  readonly bench: Bench;
  readonly editor: Editor;
  readonly sandbox: Sandbox;
  readonly prepared: Prepared;
  readonly ledger: Ledger;
  /** Whether what the model's calls cost is known. */
  readonly priced: boolean;
}

/** Opens a bench for one harness, uses it, and closes it whatever happens. */
export async function withBench<T>(inputs: BenchInputs, use: (opened: OpenedBench) => Promise<T>): Promise<T> {
  const { workspace, signal } = inputs;
  const { config, family } = workspace;
  const model = modelInForce(config.model, inputs.model);
  if (inputs.budget?.usd !== undefined && model.name !== 'none' && model.price === undefined) {
    throw new InputError(
      `--budget-usd needs the price of model ${model.name}: set model.price { inputPerMTok, outputPerMTok } in the config.`,
    );
  }
  const editor = openEditor(family.interface);
  editor.admit(inputs.files);
  const limits = runLimits(config.limits);
  const sandbox = await workspaceSandbox(config, inputs.sandbox, limits);
  const ledger = memoryLedger(() => performance.now());
  let kept: KeptReplies | undefined;
  try {
    const live = openModel(model, workspace.directory);
    if (inputs.saveReplies !== undefined) kept = await keepReplies(live, inputs.saveReplies, workspace.directory);
    const bench = openBench({
      family,
      sandbox,
      llm: kept?.llm ?? live,
      ledger,
      caps: inputs.budget ?? {},
      price: model.price,
      limits,
      success: workspace.success,
      maxOutputTokens: model.maxOutputTokens ?? 1024,
      ...(model.temperature === undefined ? {} : { temperature: model.temperature }),
      concurrency: inputs.concurrency ?? config.concurrency ?? defaultConcurrency(model.name),
      signal,
    });
    const prepared = await sandbox.prepare(editor.link(inputs.files));
    return await use({ bench, editor, sandbox, prepared, ledger, priced: model.price !== undefined });
  } finally {
    await sandbox.close();
    await family.close?.();
    // Also after an error or Ctrl-C: the replies are paid for.
    await kept?.write();
  }
}
