/** A mean with its 95% interval. Shares in [0, 1]; a paired difference lies in [-1, 1]. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Resamples and seed of every interval that Espalier prints. */
export const BOOTSTRAP: { readonly resamples: number; readonly seed: number } = Object.freeze({
  resamples: 10_000,
  seed: 42,
});

/**
 * Percentile bootstrap of the mean, clustered: each inner array is one task's values, and whole tasks are drawn with
 * replacement (Efron and Tibshirani 1993, ch. 13; cluster bootstrap: Cameron, Gelbach and Miller 2008).
 * Always the same interval for the same values. `NaN`-free: no cluster gives { 0, 0, 0 }.
 */
export function clusteredInterval(clusters: readonly (readonly number[])[]): Interval {
  const sums = clusters.map((values) => values.reduce((total, value) => total + value, 0));
  const counts = clusters.map((values) => values.length);
  const total = sums.reduce((a, b) => a + b, 0);
  const count = counts.reduce((a, b) => a + b, 0);
  if (count === 0) return { mean: 0, low: 0, high: 0 };
  const random = mulberry32(BOOTSTRAP.seed);
  const means = new Float64Array(BOOTSTRAP.resamples);
  for (let resample = 0; resample < BOOTSTRAP.resamples; resample += 1) {
    let drawnSum = 0;
    let drawnCount = 0;
    for (let draw = 0; draw < clusters.length; draw += 1) {
      const index = Math.floor(random() * clusters.length);
      drawnSum += sums[index] ?? 0;
      drawnCount += counts[index] ?? 0;
    }
    means[resample] = drawnCount === 0 ? 0 : drawnSum / drawnCount;
  }
  means.sort();
  return { mean: total / count, low: quantile(means, 0.025), high: quantile(means, 0.975) };
}

/** Linear interpolation between order statistics (Hyndman and Fan 1996, type 7). */
function quantile(sorted: Float64Array, share: number): number {
  const at = (sorted.length - 1) * share;
  const below = Math.floor(at);
  const low = sorted[below] ?? 0;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low;
  return low + (high - low) * (at - below);
}

/** Tommy Ettinger's mulberry32: 32 bits of state, uniform in [0, 1). */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
