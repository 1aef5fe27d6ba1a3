import type { SplitName } from '../task/case.js';
import type { TestEvaluations } from '../task/sealed-cases.js';
import { armFigures } from '../measure/arm-figures.js';
import { requireCoverage } from '../measure/coverage.js';
import { measureArm } from '../measure/measure-arm.js';
import type { BudgetCaps } from '../measure/budget.js';
import { armOf, type Arm } from '../report/grow-result.js';
import { withBench } from './bench-command.js';
import type { ModelConfig } from './config.js';
import type { Isolation } from '../ports/sandbox.js';
import { openTest } from './open-test.js';
import { readHarness } from './read-harness.js';
import { growOptions } from './settings.js';
import { openWorkspace, type WorkspaceOptions } from './workspace.js';

/** One call of `espalier eval`. */
export interface EvalRequest {
  readonly workspace: WorkspaceOptions;
  readonly harness: string;
  readonly split: SplitName;
  readonly model?: Partial<ModelConfig>;
  readonly budget?: BudgetCaps;
  readonly concurrency?: number;
  /** Isolation of harness code. Default: the config's, else `auto`. */
  readonly sandbox?: 'auto' | Isolation;
  /** File for the model's replies, as a recording for `recorded:<file>`. */
  readonly saveReplies?: string;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, of: number) => void;
}

/** What `eval` measured: the arm, and success by case for paired comparisons. */
export interface EvalReport {
  readonly arm: Arm;
  /** The level that the harness ran at. */
  readonly isolation: string;
  readonly cases: readonly { readonly case: string; readonly success: number | null }[];
  /** How often the test split was evaluated, this time among them; `null` for another split. */
  readonly testEvaluations: TestEvaluations | null;
}

/** Measures one harness on one split, once; an evaluation of the test split is journaled. @throws BackendFault when too few cases have a result, as in a gate. */
export async function evalCommand(request: EvalRequest): Promise<EvalReport> {
  const workspace = await openWorkspace(request.workspace);
  const files = await readHarness(workspace.directory, request.harness, request.workspace.directory);
  const splits = await workspace.splits();
  const least = growOptions(workspace.config.grow).gateCoverage;
  const { model, budget, concurrency, saveReplies, sandbox, signal } = request;
  const options = {
    ...(model ? { model } : {}),
    ...(budget ? { budget } : {}),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(saveReplies === undefined ? {} : { saveReplies }),
    ...(sandbox === undefined ? {} : { sandbox }),
    signal,
  };
  return withBench({ workspace, files, ...options }, async ({ bench, prepared, priced, sandbox: { isolation } }) => {
    let done = 0;
    const opened =
      request.split === 'test' ? await openTest(workspace.directory, splits.test, prepared.version) : undefined;
    const cases = opened?.cases ?? (request.split === 'gate' ? splits.gate : splits.train);
    const key = { runSeed: request.seed, phase: 'eval', ordinal: 0, arm: request.split, repeat: 0 } as const;
    const measured = await measureArm(bench, undefined, prepared, cases, key, () => {
      done += 1;
      request.onProgress(done, cases.length);
    });
    requireCoverage(measured, {
      least,
      arm: 'The harness',
      cases: `${request.split} tasks`,
      then: 'measure again',
    });
    return {
      arm: armOf(armFigures(measured), priced),
      isolation,
      cases: measured.map((one) => ({ case: one.item.id, success: one.judged?.success ?? null })),
      testEvaluations: opened?.evaluations ?? null,
    };
  });
}
