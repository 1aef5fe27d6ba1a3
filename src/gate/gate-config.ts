import type { GateDecision } from '../task/verdict.js';
import type { ArmName, AskedRun, MeasuredTask } from './measured.js';

/** All that a verdict hangs on, besides the outcomes. A gate record keeps it, so that the verdict can be derived again. */
export interface GateConfig {
  /** `paper`: one pass of the candidate against the stored score. `paired`: both arms in this gate. */
  readonly rule: 'paper' | 'paired';
  /** A model that answers equal requests equally: `paired` then decides in one pass, as `paper` on the paired measurement. */
  readonly deterministic: boolean;
  /** Ordinal of the gate in its run, from 1: the level is spent over the gates of a run. */
  readonly gate: number;
  /** Bound on the chance that any gate of the run rolls back a harness that differs on no task, in (0, 1). */
  readonly level: number;
  /** Most task runs an arm, as a multiple of the gate's tasks (`--gate-repeats`); at least 1. */
  readonly repeats: number;
  /** Least share of tasks with a result in each compared arm, in [0, 1]. */
  readonly minCoverage: number;
  /** Mean success stored at the checkpoint; what `paper` compares with. */
  readonly storedCheckpoint: number;
  /**
   * `paper` only: the score of an accepted candidate will be stored, so the pass is completed before it is accepted.
   * Without it (the final gate) acceptance ends the pass early too.
   */
  readonly keepsScore: boolean;
}

/** Success of each gate task in earlier gates of this run, in [0, 1], by case. It orders the runs and decides nothing. */
export type GatePrior = ReadonlyMap<string, number>;

/** What is to be done next. */
export type GateStep =
  | {
      readonly kind: 'decided';
      readonly decision: GateDecision;
      /** Task runs of this round, by arm, that were not needed any more. */
      readonly saved: Readonly<Record<ArmName, number>>;
    }
  | {
      /** Runs to make, in this order. Outcomes count in this order too, whatever comes in first. */
      readonly kind: 'measure';
      readonly runs: readonly [AskedRun, ...AskedRun[]];
    };

/**
 * A gate's rule. `next` is a pure function of the outcomes, the config and the prior. The caller starts from
 * `unmeasured(cases)`, makes the asked runs (as many at once as it likes), enters their outcomes **in the asked order**
 * and may call `next` after each of them: it answers `decided` as soon as no outcome of the round could change
 * the verdict, and otherwise the rest of the same runs, or the next round. What finished past a decision is discarded.
 * A record's outcomes, given again, lead to the same decision at once.
 */
export interface GateRuleEngine {
  next(tasks: readonly MeasuredTask[]): GateStep;
}
