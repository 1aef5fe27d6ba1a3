import { availableParallelism } from 'node:os';
import { InputError } from '../task/error.js';
import type { Case } from '../task/case.js';
import { NO_USAGE, addUsage, type Usage } from '../task/usage.js';
import type { GrowOptions } from '../grow/options.js';
import { measureArm } from '../measure/measure-arm.js';
import { type OpenedBench, withBench } from './bench-command.js';
import type { ModelConfig, OptimizerConfig } from './config.js';
import { countRuns, type RunCounts } from './estimate/count-runs.js';
import {
  type Estimate,
  estimateFrom,
  type MeasuredArm,
  type MeasuredTask,
  type OptimizerCall,
} from './estimate/estimate-from.js';
import { modelInForce } from './open-model.js';
import { optimizerInForce } from './open-optimizer.js';
import { readHarness } from './read-harness.js';
import { defaultConcurrency, growOptions } from './settings.js';
import { openWorkspace, type WorkspaceOptions } from './workspace.js';

/** One call of `espalier estimate`. */
export interface EstimateRequest {
  readonly workspace: WorkspaceOptions;
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
  readonly measured: { readonly harnesses: readonly string[]; readonly tasks: number; readonly spent: Usage };
  readonly runs: RunCounts;
  readonly model: string;
  readonly optimizer: string;
}

/** Tokens of one prompt and one reply where nothing better is known. */
const PROMPT_TOKENS = 30_000;
const REPLY_TOKENS = 16_000;
/** A proposal's deadline where the config names none. */
const TIMEOUT_MS = 600_000;
/** An assumption, told with the estimate: a proposal that is asked for takes no longer, although its deadline may be later. */
const PROPOSAL_MS = 120_000;

/** Measures a few training tasks and works out what `grow` will take. The measuring itself is paid for. */
export async function estimateCommand(request: EstimateRequest): Promise<EstimateReport> {
  const workspace = await openWorkspace(request.workspace);
  const { config } = workspace;
  const options = growOptions(config.grow, request.options);
  const model = modelInForce(config.model, request.model);
  const optimizer = optimizerInForce(config.optimizer, request.optimizer);
  const splits = await workspace.splits();
  const baselines = [...(config.baseline === undefined ? [] : [config.baseline]), ...(config.baselines ?? [])];
  // All that grow will run unchanged: the seed does little, a baseline may do much.
  const harnesses = [config.seed ?? `seeds/${workspace.family.name}`, ...baselines];
  // A model that runs here costs nothing: one more task, which comes first, pays for the start.
  const local = model.name === 'none' || model.name === 'embedded';
  const cases = splits.train.slice(0, request.tasks + (local ? 1 : 0));
  const concurrency = request.concurrency ?? config.concurrency ?? defaultConcurrency(model.name);
  const arms: MeasuredArm[] = [];
  let deterministic = true;
  let spent = NO_USAGE;
  for (const [index, harness] of harnesses.entries()) {
    const files = await readHarness(workspace.directory, harness, workspace.directory);
    const inputs = { workspace, files, concurrency: 1, signal: request.signal };
    const arm = await withBench({ ...inputs, ...(request.model ? { model: request.model } : {}) }, async (opened) => {
      const measured = await measureTasks(opened, cases, options.seed, (done) => {
        request.onProgress(index * cases.length + done, harnesses.length * cases.length);
      });
      ({ deterministic } = opened.bench.model.llm);
      return armOf(measured, local);
    });
    if (arm.tasks.length === 0)
      throw new InputError(
        `Expected at least one of ${String(cases.length)} training tasks of ${harness} to have a result, got none: the backend broke. Repair it, then try again.`,
      );
    arms.push(arm);
    for (const { usage } of arm.tasks) spent = addUsage(spent, usage);
  }
  const runs = countRuns(options, {
    train: splits.train.length,
    gate: splits.gate.length,
    test: splits.test.size,
    arms: 2 + baselines.length,
    deterministic,
  });
  const [seed, ...others] = arms;
  if (seed === undefined) throw new RangeError('The seed was not measured.');
  return {
    ...estimateFrom({
      ...{ seed, baselines: others, runs, test: splits.test.size },
      // What computes here is no faster for more runs than cores.
      concurrency: local ? Math.min(concurrency, availableParallelism()) : concurrency,
      ...{ modelPrice: model.price, optimizer: optimizerCall(optimizer) },
    }),
    measured: { harnesses, tasks: Math.min(...arms.map(({ tasks }) => tasks.length)), spent },
    runs,
    model: model.name,
    optimizer: optimizer.name,
  };
}

/** Runs the tasks one at a time, so that each one's time is its own. */
async function measureTasks(
  { bench, prepared }: OpenedBench,
  cases: readonly Case[],
  runSeed: number,
  onTask: (done: number) => void,
): Promise<readonly MeasuredTask[]> {
  const tasks: MeasuredTask[] = [];
  let begun = performance.now();
  const key = { runSeed, phase: 'eval', ordinal: 0, arm: 'estimate', repeat: 0 } as const;
  await measureArm(bench, undefined, prepared, cases, key, ({ usage, judged }) => {
    const now = performance.now();
    if (judged) tasks.push({ usage, wallMs: now - begun });
    begun = now;
    onTask(tasks.length);
  });
  return tasks;
}

/** Separates the start from the tasks: what the first took beyond the mean of the others, where there are any. */
function armOf(measured: readonly MeasuredTask[], local: boolean): MeasuredArm {
  const [first, ...rest] = measured;
  if (!local || first === undefined || rest.length === 0) return { tasks: measured, startMs: 0 };
  const meanMs = rest.reduce((sum, { wallMs }) => sum + wallMs, 0) / rest.length;
  return { tasks: rest, startMs: Math.max(0, first.wallMs - meanMs) };
}

/** What one proposal takes: none is slower than its deadline, and none need be slow. Costs come from the config's prices. */
function optimizerCall(optimizer: OptimizerConfig): OptimizerCall {
  const kind = optimizer.name.split(':', 1)[0];
  const { price, promptTokens = PROMPT_TOKENS, maxOutputTokens = REPLY_TOKENS, timeoutMs = TIMEOUT_MS } = optimizer;
  if (kind === 'command')
    return { calls: 1, usd: optimizer.priceUsdPerCall, lowMs: 0, highMs: Math.min(timeoutMs, PROPOSAL_MS) };
  if (kind !== 'openai') return { calls: 0, usd: 0, lowMs: 0, highMs: 0 };
  const usd = price && (promptTokens * price.inputPerMTok + maxOutputTokens * price.outputPerMTok) / 1_000_000;
  return { calls: 1, usd, lowMs: 0, highMs: Math.min(timeoutMs, PROPOSAL_MS) };
}
