/** The two harnesses that a gate compares. */
export type ArmName = 'candidate' | 'checkpoint';

/**
 * Outcomes of one gate task so far. Index r of an arm is repeat r: success in [0, 1], or `null` for a run that stayed
 * missing after its retries. A run that was not made yet is beyond the end of the array.
 */
export interface MeasuredTask {
  readonly case: string;
  readonly candidate: readonly (number | null)[];
  readonly checkpoint: readonly (number | null)[];
}

/** One task run that a rule asks for: `repeat` is its index in the arm's array. */
export interface AskedRun {
  readonly case: string;
  readonly arm: ArmName;
  readonly repeat: number;
}

/** A gate of which nothing is measured yet. */
export const unmeasured = (cases: readonly string[]): readonly MeasuredTask[] =>
  cases.map((name) => ({ case: name, candidate: [], checkpoint: [] }));

/** The measured tasks with one more outcome: that of the next run of `arm` on `name`. The order of the tasks stays. */
export function withOutcome(
  tasks: readonly MeasuredTask[],
  { case: name, arm }: Pick<AskedRun, 'case' | 'arm'>,
  outcome: number | null,
): readonly MeasuredTask[] {
  return tasks.map((task) => (task.case === name ? { ...task, [arm]: [...task[arm], outcome] } : task));
}

/** A list that is known to hold something. @throws RangeError when it does not. */
export function nonEmpty<T>(items: readonly T[]): readonly [T, ...T[]] {
  const [first, ...rest] = items;
  if (first === undefined) throw new RangeError('Expected at least one item, got none.');
  return [first, ...rest];
}

/** The tasks by case, so that neither the order of the gate set nor that of arrival has a say. */
export const byCase = (tasks: readonly MeasuredTask[]): readonly MeasuredTask[] =>
  [...tasks].sort((a, b) => (a.case < b.case ? -1 : a.case > b.case ? 1 : 0));
