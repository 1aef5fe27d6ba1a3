import { InputError } from '../task/error.js';
import type { Usage } from '../task/usage.js';
import type { GrowOptions } from '../grow/options.js';
import { measureArm } from '../measure/measure-arm.js';
import { withBench } from './bench-command.js';
import type { ModelConfig, OptimizerConfig } from './config.js';
import { countRuns, type RunCounts } from './estimate/count-runs.js';
import { type Estimate, estimateFrom, type OptimizerCall } from './estimate/estimate-from.js';
import { modelInForce } from './open-model.js';
import { optimizerInForce } from './open-optimizer.js';
import { readHarness } from './read-harness.js';
import { defaultConcurrency, growOptions } from './settings.js';
import { openWorkspace, type WorkspaceOptions } from './workspace.js';

/** One call of `espalier estimate`. */
export interface EstimateRequest {
  readonly workspace: WorkspaceOptions;
  /** Folder or revision of the harness to measure. Default: the first baseline, else the seed. */
  readonly harness?: string;
  /** Training tasks to run. */
  readonly tasks: number;
  readonly model?: Partial<ModelConfig>;
  readonly optimizer?: Partial<OptimizerConfig>;
  /** Options of the loop over the config's. */
  readonly options?: Partial<Record<keyof GrowOptions, unknown>>;
  readonly concurrency?: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, of: number) => void;
}

/** What a run will take: what was measured for it, how many runs of the harness it makes, and what that comes to. */
export interface EstimateReport extends Estimate {
  readonly measured: { readonly harness: string; readonly tasks: number; readonly spent: Usage };
  readonly runs: RunCounts;
  readonly model: string;
  readonly optimizer: string;
}

/** Tokens of one prompt and one reply where nothing better is known. */
const PROMPT_TOKENS = 30_000;
const REPLY_TOKENS = 16_000;

/** Measures a few training tasks and works out what `grow` will take. The measuring itself is paid for. */
export async function estimateCommand(request: EstimateRequest): Promise<EstimateReport> {
  const workspace = await openWorkspace(request.workspace);
  const { config } = workspace;
  const options = growOptions(config.grow, request.options);
  const model = modelInForce(config.model, request.model);
  const optimizer = optimizerInForce(config.optimizer, request.optimizer);
  const splits = await workspace.splits();
  const baselines = [...(config.baseline === undefined ? [] : [config.baseline]), ...(config.baselines ?? [])];
  // A seed may do nothing at all, and would make a run look free.
  const harness = request.harness ?? baselines.at(-1) ?? config.seed ?? `seeds/${workspace.family.name}`;
  const files = await readHarness(workspace.directory, harness, workspace.directory);
  const cases = splits.train.slice(0, request.tasks);
  const concurrency = request.concurrency ?? config.concurrency ?? defaultConcurrency(model.name);
  const inputs = { workspace, files, concurrency: 1, signal: request.signal };
  return withBench(
    { ...inputs, ...(request.model ? { model: request.model } : {}) },
    async ({ bench, prepared, ledger }) => {
      const tasks: { readonly usage: Usage; readonly wallMs: number }[] = [];
      let begun = performance.now();
      // One at a time, so that each task's time is its own.
      await measureArm(
        bench,
        undefined,
        prepared,
        cases,
        { runSeed: options.seed, phase: 'eval', ordinal: 0, arm: 'estimate', repeat: 0 },
        ({ usage, judged }) => {
          const now = performance.now();
          if (judged) tasks.push({ usage, wallMs: now - begun });
          begun = now;
          request.onProgress(tasks.length, cases.length);
        },
      );
      if (tasks.length === 0)
        throw new InputError(
          `Expected at least one of ${String(cases.length)} training tasks to have a result, got none: the backend broke. Repair it, then try again.`,
        );
      const runs = countRuns(options, {
        train: splits.train.length,
        gate: splits.gate.length,
        test: splits.test.length,
        arms: 2 + baselines.length,
      });
      const spent = ledger.spent();
      return {
        ...estimateFrom({ tasks, runs, concurrency, modelPrice: model.price, optimizer: optimizerCall(optimizer) }),
        measured: {
          harness,
          tasks: tasks.length,
          spent: {
            modelCalls: spent.modelCalls,
            inputTokens: spent.inputTokens,
            cachedTokens: 0,
            outputTokens: spent.outputTokens,
            costUsd: spent.costUsd,
          },
        },
        runs,
        model: model.name,
        optimizer: optimizer.name,
      };
    },
  );
}

/** What one proposal takes. Times are guesses of ours, wide on purpose; costs come from the config's prices. */
function optimizerCall(optimizer: OptimizerConfig): OptimizerCall {
  const kind = optimizer.name.split(':', 1)[0];
  if (kind === 'command')
    return { calls: 1, usd: optimizer.priceUsdPerCall, lowMs: 20_000, highMs: optimizer.timeoutMs ?? 600_000 };
  if (kind !== 'openai') return { calls: 0, usd: 0, lowMs: 50, highMs: 2000 };
  const { price, promptTokens = PROMPT_TOKENS, maxOutputTokens = REPLY_TOKENS } = optimizer;
  const usd = price && (promptTokens * price.inputPerMTok + maxOutputTokens * price.outputPerMTok) / 1_000_000;
  return { calls: 1, usd, lowMs: 10_000, highMs: 180_000 };
}
