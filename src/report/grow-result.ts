import type { Reason } from '../ports/editor.js';
import type { ArmFigures, TestFigures } from '../ports/figures.js';
import type { AnyGateRecord } from '../ports/gate-record.js';
import type { JournalEntry, RunRecord, SpendTotal } from '../ports/store.js';
import { taskRunsOf } from './task-runs.js';
import { countEvaluations, type TestEvaluations, type TestOpening } from '../task/sealed-cases.js';

/** One arm as `grow --json` and `eval --json` print it; its cost is `null` when calls were made without a price. */
export type Arm = Omit<ArmFigures, 'costUsdPerTask'> & { readonly costUsdPerTask: number | null };

/** An arm with the name that tables call it by. */
export interface NamedArm extends Arm {
  readonly name: string;
}

/** Whether the price of a call is known. */
export interface Priced {
  readonly model: boolean;
  readonly optimizer: boolean;
}

/** What a run has spent. US dollars are `null` when calls were made and no price is known. */
export interface Spend extends Omit<SpendTotal, 'modelUsd' | 'optimizerUsd' | 'costUsd'> {
  readonly modelUsd: number | null;
  readonly optimizerUsd: number | null;
  readonly costUsd: number | null;
}

/** What `grow --json` ends with. */
export interface GrowResult {
  readonly run: string;
  readonly family: string;
  readonly seed: number;
  readonly isolation: string;
  readonly status: 'done' | 'stopped';
  readonly steps: number;
  /** Task runs that the growth took; those of the test set are not counted. */
  readonly taskRuns: number;
  readonly test: {
    readonly seed: Arm | null;
    /** The first of the baselines. */
    readonly baseline: Arm | null;
    /** Every baseline with its name, in the order of the config. */
    readonly baselines?: readonly NamedArm[];
    readonly grown: Arm | null;
  };
  readonly gates: readonly {
    readonly n: number;
    readonly verdict: string;
    /** Mean success on the gate's tasks; `null` where the verdict was clear before all of them had run. */
    readonly candidate: number | null;
    readonly checkpoint: number | null;
    /** Task runs of both arms that decided, and that were saved by stopping early. */
    readonly taskRuns: number;
    readonly saved: number;
  }[];
  /** How often the test split was evaluated. */
  readonly testEvaluations: TestEvaluations;
  readonly rollbacks: number;
  /** Telling texts of test cases in the grown code; `null` before the test set is evaluated. */
  readonly testLeaks: readonly Reason[] | null;
  /** Edit sets that passed their window, rolled-back ones among them. */
  readonly accepted: number;
  /** Whether the harness differs from the seed. */
  readonly differs: boolean;
  readonly spend: Spend;
  readonly harness: { readonly ref: string; readonly path: string | null; readonly hash: string };
}

/** Reads a run's result from its journal. */
export function growResult(
  run: RunRecord,
  journal: readonly JournalEntry[],
  spend: SpendTotal,
  priced: Priced,
  harness: GrowResult['harness'],
  openings: readonly TestOpening[],
): GrowResult {
  const tested = journal.findLast((entry) => entry.kind === 'tested');
  const figures = tested ? (tested.body as unknown as TestFigures & { readonly split?: string }) : undefined; // what phase 6 journaled
  const options = run.options as { readonly grow?: { readonly seed?: number }; readonly seed?: string };
  return {
    run: run.id,
    family: run.family,
    seed: options.grow?.seed ?? 0,
    isolation: run.isolation,
    status: tested ? 'done' : 'stopped',
    steps: stepsOf(journal),
    taskRuns: taskRunsOf(journal),
    test: {
      seed: figures ? armOf(figures.seed, priced.model) : null,
      baseline: figures?.baseline ? armOf(figures.baseline, priced.model) : null,
      baselines: (figures?.baselines ?? []).map(({ name, ...arm }) => ({ name, ...armOf(arm, priced.model) })),
      grown: figures ? armOf(figures.grown, priced.model) : null,
    },
    gates: gateRecords(journal).map((record) => ({
      n: record.gate,
      verdict: record.verdict,
      candidate: record.candidate.success,
      checkpoint: record.checkpoint.success ?? (record.format === 1 ? record.storedCheckpoint : null),
      ...runsOf(record),
    })),
    testEvaluations: countEvaluations(openings, { split: figures?.split ?? '', run: run.id, version: harness.hash }),
    accepted: journal.filter((entry) => entry.kind === 'accepted').length,
    differs: harness.hash !== '' && harness.hash !== options.seed,
    rollbacks: journal.filter((entry) => entry.kind === 'rolled-back').length,
    testLeaks: figures ? figures.leaks : null,
    spend: spendOf(spend, priced),
    harness,
  };
}

/** Task runs that decided a gate, and those saved; the first format had one a task and arm. */
function runsOf(record: AnyGateRecord): { readonly taskRuns: number; readonly saved: number } {
  if (record.format === 2) return { taskRuns: record.decided.after, saved: record.decided.saved };
  return { taskRuns: record.tasks.length * (record.rule === 'paper' ? 1 : 2), saved: 0 };
}

/** The gate records of a journal, in order. */
export function gateRecords(journal: readonly JournalEntry[]): readonly AnyGateRecord[] {
  return journal
    .filter((entry) => entry.kind === 'checkpoint' || entry.kind === 'rolled-back' || entry.kind === 'undecided')
    .map((entry) => entry.body as unknown as AnyGateRecord); // what phase 5 journaled
}

/** An arm in the order in which it is printed; `priced` says whether the deployed model's price is known. */
export function armOf(figures: ArmFigures, priced: boolean): Arm {
  const { success, low, high, n, missing, modelCallsPerTask, tokensPerTask, scores, modelRefused } = figures;
  const costUsdPerTask = costOrNull(figures.costUsdPerTask, modelCallsPerTask, priced);
  return {
    ...{ success, low, high, n, missing, modelCallsPerTask, tokensPerTask, costUsdPerTask, scores },
    ...(modelRefused === undefined ? {} : { modelRefused }),
  };
}

/** A cost that calls without a price made is unknown, not nothing. */
export const costOrNull = (costUsd: number, calls: number, priced: boolean): number | null =>
  priced || calls === 0 ? costUsd : null;

function spendOf(spend: SpendTotal, priced: Priced): Spend {
  const modelUsd = costOrNull(spend.modelUsd, spend.modelCalls, priced.model);
  const optimizerUsd = costOrNull(spend.optimizerUsd, spend.optimizerCalls, priced.optimizer);
  return {
    ...spend,
    modelUsd,
    optimizerUsd,
    costUsd: modelUsd === null || optimizerUsd === null ? null : spend.costUsd,
  };
}

function stepsOf(journal: readonly JournalEntry[]): number {
  const state = journal.at(-1)?.state;
  if (typeof state !== 'object' || state === null || !('step' in state)) return 0;
  return typeof state.step === 'number' ? state.step : 0;
}

/** One test case in each arm; success in [0, 1], `null` for a missing run or an arm that was not measured. */
export interface TestCase {
  readonly case: string;
  readonly seed: number | null;
  readonly baseline: number | null;
  readonly grown: number | null;
}

/** The test set case by case, for paired comparisons. Empty before the test set is evaluated. */
export function testCases(journal: readonly JournalEntry[]): readonly TestCase[] {
  const tested = journal.findLast((entry) => entry.kind === 'tested');
  if (!tested) return [];
  type Successes = { readonly successes: readonly (number | null)[] };
  const body = tested.body as unknown as {
    cases: readonly string[];
    seed: Successes;
    baseline: Successes | null;
    grown: Successes;
  }; // what phase 6 journaled
  return body.cases.map((id, index) => ({
    case: id,
    seed: body.seed.successes[index] ?? null,
    baseline: body.baseline?.successes[index] ?? null,
    grown: body.grown.successes[index] ?? null,
  }));
}
