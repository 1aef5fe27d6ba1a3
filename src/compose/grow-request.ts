import type { GrowEvent } from '../grow/events.js';
import type { GrowEnd } from '../grow/grow.js';
import type { GrowOptions } from '../grow/options.js';
import type { BudgetCaps } from '../measure/budget.js';
import type { Isolation } from '../ports/sandbox.js';
import type { RunRecord } from '../ports/store.js';
import type { GrowResult, TestCase } from '../report/grow-result.js';
import type { Standing } from '../report/standing-line.js';
import type { ModelConfig, OptimizerConfig } from './config.js';
import type { RunGroup } from './run-options.js';
import type { WorkspaceOptions } from './workspace.js';

/** Where the run stands, told after each transition. */
export interface StandingEvent {
  readonly kind: 'standing';
  readonly standing: Standing;
}

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
  /** Takes the place of `baselineDirectory` and of the config's baselines. */
  readonly baselineDirectories?: readonly string[];
  readonly model?: Partial<ModelConfig>;
  readonly optimizer?: Partial<OptimizerConfig>;
  readonly options?: Partial<Record<keyof GrowOptions, unknown>>;
  readonly budget?: BudgetCaps;
  readonly concurrency?: number;
  /** Isolation of harness code. Default: the config's, else `auto`. */
  readonly sandbox?: 'auto' | Isolation;
  /** The group that the run belongs to, when one command grows several. */
  readonly group?: RunGroup;
  /** False: the grown harness stays in git and store; no folder is written. Default true. */
  readonly writes?: boolean;
  /** Folder for the optimizer's replies as a recording, with the name of what wrote them. */
  readonly record?: { readonly directory: string; readonly model: string };
  /** Milliseconds since the epoch; commits are dated from it. Default: now. */
  readonly startedAt?: number;
  readonly signal?: AbortSignal;
  /** Gets the run once it is found or made: its name is what `--resume` takes. */
  readonly onRun?: (run: RunRecord) => void;
  readonly onEvent?: (event: GrowEvent | StandingEvent) => void;
}

/** How it ended, and the result as `--json` prints it. */
export interface GrowReport {
  readonly end: GrowEnd;
  readonly result: GrowResult;
  /** The test set case by case, for paired comparisons. */
  readonly testCases: readonly TestCase[];
}
