import type { GateDecision, Verdict } from '../task/verdict.js';
import { percent, signed } from './figures.js';
import type { Look } from './looks.js';
import { signFlipP } from './sign-flip.js';
import type { Looked } from './take-look.js';
import type { Tally } from './tally.js';

/** The decision of a look, in figures and words. */
export function decisionOf(
  verdict: Exclude<Verdict, 'no-verdict'>,
  { p }: Looked,
  at: Look,
  seen: Tally,
): GateDecision {
  const why = {
    accept: `${signed(at.accept)} accepts at this look`,
    'roll-back': `p = ${p.toPrecision(2)}, and p up to ${at.harm.toPrecision(2)} shows harm at this look`,
    undecided: `too little to accept (${signed(at.accept)}) and no harm shown (p = ${p.toPrecision(2)}; up to ${at.harm.toPrecision(2)} would)`,
  };
  return {
    verdict,
    reason: `${figures(seen)}: ${why[verdict]}`,
    candidate: seen.candidate,
    checkpoint: seen.checkpoint,
    coverage: seen.coverage,
    tasks: seen.compared,
    statistic: { name: 'sign-flip p', value: p, level: at.harm, boundary: at.harm },
  };
}

const figures = (seen: Tally): string =>
  `candidate ${percent(seen.candidate)}, checkpoint ${percent(seen.checkpoint)} on ${String(seen.compared)} tasks, ` +
  `net ${signed(seen.net)} successes in ${String(runsOf(seen))} task runs an arm`;

/** The decision of a gate of which too little was measured. */
export function uncovered(seen: Tally, coverage: number, least: number): GateDecision {
  return {
    verdict: 'no-verdict',
    reason: `only ${percent(coverage)} of the paired gate runs have a result; at least ${percent(least)} must`,
    candidate: seen.candidate,
    checkpoint: seen.checkpoint,
    coverage,
    tasks: seen.compared,
  };
}

/** The decision of a round that was ended because the rest could not change it, with the figures of what was made. */
export function sealedDecision(sealed: GateDecision, seen: Tally, rest: number): GateDecision {
  const { candidate, checkpoint, compared, coverage } = seen;
  // Without a verdict the reason is what is missing, not what was measured.
  const why = sealed.verdict === 'no-verdict' ? sealed.reason : figures(seen);
  return {
    ...sealed,
    reason: `${why}: sealed, whatever the ${String(rest)} task runs to go give`,
    ...{ candidate, checkpoint, coverage, tasks: compared },
    ...(sealed.statistic && { statistic: { ...sealed.statistic, value: harmP(seen) } }),
  };
}

/** The sign-flip p-value; 1 where the candidate is not measured lower. */
export const harmP = (seen: Tally): number =>
  seen.candidate < seen.checkpoint && seen.net < 0 ? signFlipP(seen.tasks.map((task) => task.net)) : 1;

const runsOf = (seen: Tally): number => seen.tasks.reduce((total, task) => total + task.repeats, 0);
