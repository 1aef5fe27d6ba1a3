/** What may be concluded at one look at the outcomes of a paired gate. */
export interface Look {
  /** Task runs made in each arm by then. */
  readonly runs: number;
  /** Least net successes (candidate minus checkpoint, over all runs) that accept. */
  readonly accept: number;
  /** Net successes below this give the hope of accepting up. */
  readonly hope: number;
  /** The sign-flip p-value at or below this shows harm. */
  readonly harm: number;
  /** A p-value above this gives the suspicion of harm up. */
  readonly suspicion: number;
}

/**
 * When all tasks' odds of success are changed by one factor e^θ, a pair of runs that disagrees favours the candidate with
 * probability e^θ/(1+e^θ), whatever the task's rate is (McNemar 1947; Cox 1958). So the log likelihood ratio of +θ against −θ
 * is θ · 2 · net successes, and a constant bound on net successes is Wald's sequential test (Sequential Analysis, 1947), also when
 * the next task is chosen by what was seen. Bounds that fall to 0 end it within a budget; these were found by simulation
 * at 50 tasks (`espalier gate simulate` shows what they do elsewhere).
 *
 * Hope of accepting and suspicion of harm are given up apart and never regained: a look ends undecided when both
 * are gone. So a higher outcome never turns a verdict down, and what is left of the budget goes to gates that can still be decided.
 */
const SHAPE: readonly (Omit<Look, 'runs' | 'harm'> & { readonly share: number })[] = [
  { accept: 7, hope: -8, share: 0.5, suspicion: 1 },
  { accept: 5, hope: -6, share: 1, suspicion: 1 },
  { accept: 3, hope: -3, share: 1, suspicion: 0.15 },
  { accept: 1, hope: -1, share: 1, suspicion: 0.1 },
  { accept: 0, hope: 0, share: 1, suspicion: 0.1 },
];

/**
 * The looks of a gate of `tasks` tasks: after one pass, after two, and three more evenly spaced up to `repeats` mean
 * task runs an arm. `level` is split over them; its parts add up to it, so that by Bonferroni's inequality it holds for the gate,
 * whatever else may end the gate at a look. A budget below two passes leaves fewer looks; the last one is always decisive.
 */
export function looksOf(tasks: number, repeats: number, level: number): readonly Look[] {
  const passes = SHAPE.map((_, at) => (at < 2 ? at + 1 : 2 + ((repeats - 2) * (at - 1)) / 3));
  const budget = Math.max(tasks, Math.round(tasks * repeats));
  const early = SHAPE.slice(0, -1)
    .map((shape, at) => ({ ...shape, runs: Math.round(tasks * (passes[at] ?? repeats)) }))
    .filter(({ runs }, at, all) => runs < budget && runs > (all[at - 1]?.runs ?? 0));
  const looks = [...early, ...SHAPE.slice(-1).map((shape) => ({ ...shape, runs: budget }))];
  const shares = looks.reduce((sum, { share }) => sum + share, 0);
  return looks.map(({ share, ...look }) => ({ ...look, harm: (level * share) / shares }));
}
