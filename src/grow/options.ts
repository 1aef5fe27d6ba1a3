import { z } from 'zod';

/** All that a run's transitions hang on, besides family, cases, seed harness, model and optimizer. Frozen once read. */
export interface GrowOptions {
  /** `K`: most failures in the window. */
  readonly window: number;
  /** `R_max`: a window task that has failed this often retires. */
  readonly maxAttempts: number;
  /** `L`: most functions that one edit set may change, add or remove. */
  readonly editBudget: number;
  /** Accepted edit sets between gates. */
  readonly gateEvery: number;
  readonly gate: 'paper' | 'paired' | 'off';
  /** Most mean task runs an arm in one gate, as a multiple of its tasks; a deterministic model needs one pass. */
  readonly gateRepeats: number;
  /** Bound on the chance that any gate of a run rolls back an unchanged harness, in (0, 1). */
  readonly gateLevel: number;
  /** Tasks of a gate, drawn as a fresh part of the gate set each time; `auto` is `ROTATED_TASKS` or half of the set; `off` uses all of it. */
  readonly gateRotate: 'off' | 'auto' | number;
  /** Least share of tasks with a result in anything that is decided or told: window reruns, gates, the test set. In [0, 1]. */
  readonly gateCoverage: number;
  readonly guidance: 'on' | 'off';
  /** Window tasks that must be solved: one, all, or a share in (0, 1]. */
  readonly accept: 'any' | 'all' | number;
  /** Tasks solved earlier that are rerun with each candidate; then a net gain is wanted. */
  readonly recheck: number;
  /** Proposal steps of a run. */
  readonly maxSteps: number;
  /** Task runs of the seed's measurement, the stream, window reruns and gates, after which there are no more steps; the last gate and the test set come on top. */
  readonly maxRuns: 'off' | number;
  /** Rollbacks in a row after which the window is set aside; twice that ends the run. */
  readonly maxRollbacks: number;
  readonly rejectionMemory: 'on' | 'off';
  /** Refusals that go back to the optimizer within one step. */
  readonly repairAttempts: number;
  readonly seed: number;
}

/** Defaults that worked in a prototype. */
export const DEFAULT_GROW_OPTIONS: GrowOptions = Object.freeze({
  window: 10,
  maxAttempts: 3,
  editBudget: 6,
  gateEvery: 2,
  gate: 'paired',
  gateRepeats: 6,
  gateLevel: 0.2,
  gateRotate: 'off',
  gateCoverage: 0.9,
  guidance: 'on',
  accept: 'any',
  recheck: 0,
  maxSteps: 50,
  maxRuns: 'off',
  maxRollbacks: 3,
  rejectionMemory: 'on',
  repairAttempts: 2,
  seed: 1,
});

const count = (least: number): z.ZodNumber => z.int().min(least);

/** Reads options from a config or a journal. */
export const GrowOptionsSchema: z.ZodType<GrowOptions> = z.strictObject({
  window: count(1),
  maxAttempts: count(1),
  editBudget: count(1),
  gateEvery: count(1),
  gate: z.enum(['paper', 'paired', 'off']),
  // Runs that began before these options existed ran each gate task once.
  gateRepeats: z.number().min(1).max(1000).default(1),
  gateLevel: z.number().gt(0).lt(1).default(DEFAULT_GROW_OPTIONS.gateLevel),
  gateRotate: z.union([z.literal('off'), z.literal('auto'), count(1)]).default(DEFAULT_GROW_OPTIONS.gateRotate),
  gateCoverage: z.number().min(0).max(1),
  guidance: z.enum(['on', 'off']),
  accept: z.union([z.literal('any'), z.literal('all'), z.number().gt(0).max(1)]),
  recheck: count(0),
  maxSteps: count(0),
  maxRuns: z.union([z.literal('off'), count(1)]).default('off'),
  maxRollbacks: count(1),
  rejectionMemory: z.enum(['on', 'off']),
  repairAttempts: count(0),
  seed: z.int(),
});
