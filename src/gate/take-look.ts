import type { Look } from './looks.js';

/** Which verdicts a paired gate can still reach. */
export interface Lanes {
  /** It may still accept. */
  readonly hope: boolean;
  /** It may still roll back. */
  readonly suspicion: boolean;
}

export const OPEN_LANES: Lanes = Object.freeze({ hope: true, suspicion: true });

/** The comparison at a look. */
export interface Seen {
  /** Candidate's minus checkpoint's pooled measured success. */
  readonly difference: number;
  /** Net successes, candidate minus checkpoint. */
  readonly net: number;
  /** The sign-flip p-value; asked for only where harm can be shown. */
  readonly p: () => number;
}

export interface Looked {
  /** The verdict, or `undefined` to go on. */
  readonly verdict: 'accept' | 'roll-back' | 'undecided' | undefined;
  readonly lanes: Lanes;
  /** 1 where the candidate is not measured lower. */
  readonly p: number;
}

/** Rounding of means of means; no true difference of pooled success is as small. */
const TINY = 1e-9;

/**
 * One look of a paired gate. Accepts only what is not measured lower, rolls back only what is, with harm shown. In the order
 * roll back < undecided, go on < accept no higher outcome of the candidate turns the answer down.
 */
export function takeLook(look: Look, last: boolean, lanes: Lanes, seen: Seen): Looked {
  const lower = seen.difference < -TINY;
  const p = lower && seen.net < 0 && lanes.suspicion ? seen.p() : 1;
  if (lanes.suspicion && lower && p <= look.harm) return { verdict: 'roll-back', lanes, p };
  if (lanes.hope && !lower && seen.net >= look.accept - TINY) return { verdict: 'accept', lanes, p };
  const left = {
    hope: lanes.hope && !last && seen.net >= look.hope - TINY,
    suspicion: lanes.suspicion && !last && p <= look.suspicion,
  };
  return { verdict: left.hope || left.suspicion ? undefined : 'undecided', lanes: left, p };
}
