/** What a gate decides. `undecided` and `no-verdict` move nothing; at the final gate both restore the checkpoint. */
export type Verdict = 'accept' | 'roll-back' | 'undecided' | 'no-verdict';

/** `paper`: the method's literal rule. `paired`: both arms measured in the same gate. `off`: measured, never acted on. */
export type GateRule = 'paper' | 'paired' | 'off';

/** Success of one gate task in each arm, in [0, 1]; `null` is a missing run. */
export interface GateTask {
  readonly case: string;
  readonly candidate: number | null;
  readonly checkpoint: number | null;
}

/** The statistic for harm at one gate; `value` at or beyond `boundary` shows harm at `level`. */
export interface GateStatistic {
  readonly name: string;
  readonly value: number;
  /** Level spent on a rollback at this gate, in [0, 1]. */
  readonly level: number;
  readonly boundary: number;
}

export interface GateDecision {
  readonly verdict: Verdict;
  /** One sentence with the figures that decided. */
  readonly reason: string;
  /** Mean success over the tasks that count. */
  readonly candidate: number;
  readonly checkpoint: number;
  /** Share of tasks with a result in every arm that the rule compares. */
  readonly coverage: number;
  /** Tasks in the comparison. */
  readonly tasks: number;
  /** Left out by a comparison of means alone. */
  readonly statistic?: GateStatistic;
}
