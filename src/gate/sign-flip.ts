/** Net successes are rounded to sixtieths, which halves, thirds, quarters, fifths and sixths are exactly. */
const GRID = 60;

/**
 * One-sided exact p-value of Fisher's randomization test for paired differences (The Design of Experiments, 1935, §21;
 * Good, Permutation, Parametric, and Bootstrap Tests of Hypotheses, 3rd ed., ch. 3): the share of all 2^n ways to flip the signs of
 * `differences` whose sum is not above the observed one. Small means: the candidate is lower by more than chance.
 *
 * A task's difference (net successes, candidate minus checkpoint) counts as one unit however often it was repeated, so
 * one task that always fails shows nothing alone. If the candidate differs on no task and the number of repeats does not
 * depend on which arm succeeded, every sign is a fair coin, and P(p ≤ a) ≤ a for every a.
 *
 * The p-value never rises when a difference falls: with |d| changed by δ, each flipped sum changes by at most δ.
 */
export function signFlipP(differences: readonly number[]): number {
  const rounded = differences.map((difference) => Math.sign(difference) * Math.round(Math.abs(difference) * GRID));
  const sizes = rounded
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  const unit = sizes.reduce(greatestCommonDivisor, 0);
  if (unit === 0) return 1;
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const observed = rounded.reduce((sum, one) => sum + one, 0);
  // A flipped sum is total − 2 · (sizes with a minus), so it is at most the observed one when those weigh this much.
  return shareAtLeast(
    sizes.map((size) => size / unit),
    (total - observed) / 2 / unit,
  );
}

/** Share of the subsets of `sizes` whose sum is at least `least`. */
function shareAtLeast(sizes: readonly number[], least: number): number {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const shares = new Float64Array(total + 1);
  shares[0] = 1;
  let reached = 0;
  for (const size of sizes) {
    reached += size;
    for (let sum = reached; sum >= 0; sum--)
      shares[sum] = ((shares[sum] ?? 0) + (sum >= size ? (shares[sum - size] ?? 0) : 0)) / 2;
  }
  let share = 0;
  for (let sum = total; sum >= least - 1e-9; sum--) share += shares[sum] ?? 0;
  return share;
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));
