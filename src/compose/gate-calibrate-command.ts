import { existsSync } from 'node:fs';
import path from 'node:path';
import { gatePart } from '../grow/gate-part.js';
import type { GrowOptions } from '../grow/options.js';
import type { BudgetCaps } from '../measure/budget.js';
import { requireCoverage } from '../measure/coverage.js';
import { flipRate, type FlipRate } from '../measure/flip-rate.js';
import { measureArm, type MeasuredCase } from '../measure/measure-arm.js';
import { costOrNull } from '../report/grow-result.js';
import { withBench } from './bench-command.js';
import type { ModelConfig } from './config.js';
import { gateOdds, type OddsInput, type OddsOfGate } from './gate-odds.js';
import { readHarness } from './read-harness.js';
import { growOptions } from './settings.js';
import { openWorkspace, type WorkspaceOptions } from './workspace.js';

/** One call of `espalier gate calibrate`. */
export interface CalibrateRequest {
  readonly workspace: WorkspaceOptions;
  /** Folder or git revision. Default: the grown harness in `harnesses/<name>`, or the seed. */
  readonly harness?: string;
  /** Runs of each gate task, at least 2. */
  readonly repeats: number;
  readonly options?: Partial<Record<keyof GrowOptions, unknown>>;
  readonly deltas: readonly number[] | undefined;
  readonly detect: number;
  readonly simulations: number;
  readonly model?: Partial<ModelConfig>;
  readonly budget?: BudgetCaps;
  readonly concurrency?: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, of: number) => void;
}

/** The gate's odds on the user's own tasks and model, with what measuring them cost. */
export interface Calibration extends OddsOfGate {
  readonly harness: string;
  /** Tasks of the whole gate set that were measured, and tasks whose runs did not all agree. */
  readonly measured: {
    readonly tasks: number;
    readonly repeats: number;
    readonly unsteady: number;
    readonly missing: number;
    /** Success and flip rate as they were measured; what is simulated can differ where no flip was seen. */
    readonly success: number;
    readonly flips: number;
  };
  readonly cost: {
    readonly runs: number;
    readonly modelCalls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** US dollars; `null` when calls were made and no price is known. */
    readonly costUsd: number | null;
    /** Means of a gate of an unchanged harness, both arms together. */
    readonly gateRuns: number;
    readonly gateCalls: number;
    readonly gateUsd: number | null;
  };
}

/**
 * Runs one harness against itself on the whole gate set, estimates success and flips, and simulates the configured rule with them.
 * @throws BackendFault when too few runs have a result; BudgetExhausted at a cap: what was measured is lost then.
 */
export async function gateCalibrateCommand(request: CalibrateRequest): Promise<Calibration> {
  const workspace = await openWorkspace(request.workspace);
  const options = growOptions(workspace.config.grow, request.options);
  const splits = await workspace.splits();
  const tasks = gatePart(splits.gate, 1, options).cases.length;
  const grown = path.join('harnesses', workspace.name);
  const harness =
    request.harness ??
    (existsSync(path.join(workspace.directory, grown, 'main.ts'))
      ? grown
      : (workspace.config.seed ?? path.join('seeds', workspace.family.name)));
  const files = await readHarness(workspace.directory, harness, request.workspace.directory);
  const { model, budget, concurrency, signal } = request;
  const inputs = {
    ...(model ? { model } : {}),
    ...(budget ? { budget } : {}),
    ...(concurrency === undefined ? {} : { concurrency }),
    signal,
  };
  return withBench({ workspace, files, ...inputs }, async ({ bench, prepared, priced, ledger }) => {
    const { deterministic } = bench.model.llm;
    const passes: (readonly MeasuredCase[])[] = [];
    let done = 0;
    for (let repeat = 0; repeat < request.repeats; repeat += 1) {
      // The arms of a deterministic model's gate share their seeds, and so do these passes.
      const key = {
        runSeed: options.seed,
        phase: 'calibrate',
        ordinal: 0,
        arm: 'calibrate',
        repeat: deterministic ? 0 : repeat,
      } as const;
      const measured = await measureArm(bench, undefined, prepared, splits.gate, key, () => {
        done += 1;
        request.onProgress(done, splits.gate.length * request.repeats);
      });
      requireCoverage(measured, {
        least: options.gateCoverage,
        arm: 'The harness',
        cases: 'gate tasks',
        then: 'calibrate again',
      });
      passes.push(measured);
    }
    const byTask = splits.gate.map((_, at) => passes.flatMap((pass) => pass[at]?.judged?.success ?? []));
    const rate = flipRate(byTask);
    const steady = deterministic && rate.unsteady === 0;
    const assumed = steady ? rate : plausible(rate, pairsOf(byTask));
    const input: OddsInput = {
      rule: options.gate === 'paper' ? 'paper' : 'paired',
      tasks,
      success: assumed.success,
      flips: assumed.flips,
      repeats: options.gateRepeats,
      level: options.gateLevel,
      deltas: request.deltas,
      detect: Math.min(
        request.detect,
        steady ? request.detect : Math.max(0.1, Math.floor(assumed.success * 1000 - 1) / 10),
      ),
      simulations: request.simulations,
      seed: options.seed,
      deterministic: steady,
    };
    const odds = gateOdds(input);
    const spent = ledger.spent();
    const runs = passes.reduce((sum, pass) => sum + pass.length, 0);
    const unchanged = odds.unchangedRunsPerArm * (input.rule === 'paper' ? 1 : 2);
    const callsPerRun = spent.modelCalls / runs;
    const costUsd = costOrNull(spent.modelUsd, spent.modelCalls, priced);
    return {
      ...odds,
      harness,
      measured: {
        tasks: splits.gate.length,
        repeats: request.repeats,
        unsteady: rate.unsteady,
        success: rate.success,
        flips: rate.flips,
        missing: passes.flat().filter((one) => !one.judged).length,
      },
      cost: {
        runs,
        modelCalls: spent.modelCalls,
        inputTokens: spent.inputTokens,
        outputTokens: spent.outputTokens,
        costUsd,
        gateRuns: unchanged,
        gateCalls: unchanged * callsPerRun,
        gateUsd: costUsd === null ? null : (costUsd / runs) * unchanged,
      },
    };
  });
}

/**
 * Rates that a simulation can take. Where no task flipped, as many as N pairs leave plausible at 95%: 3/N (the rule of
 * three: Hanley and Lippman-Hand 1983). A success of 0 or 1 moves by half a task; flips stay below what the success allows.
 */
function plausible(
  { success, flips, tasks }: FlipRate,
  pairs: number,
): { readonly success: number; readonly flips: number } {
  const half = 1 / (2 * Math.max(1, tasks));
  const mean = Math.min(1 - half, Math.max(half, success));
  return { success: mean, flips: Math.min(flips > 0 ? flips : 3 / Math.max(1, pairs), 2 * mean * (1 - mean)) };
}

const pairsOf = (byTask: readonly (readonly number[])[]): number =>
  byTask.reduce((sum, runs) => sum + (runs.length * (runs.length - 1)) / 2, 0);
