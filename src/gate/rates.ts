import { InputError } from '../task/error.js';

/** How a family behaves under a model: what a gate's error hangs on. */
export interface Rates {
  /** Mean success of a task run, in (0, 1). */
  readonly mean: number;
  /** Share of tasks whose outcome differs between two equal runs, in (0, 2 · mean · (1 − mean)]. */
  readonly flips: number;
}

/** Draws of success rates, the shift of their logits that moves their mean by `delta`, and rates so shifted. */
export interface RatePool {
  readonly rates: Float64Array;
  shifted(delta: number): Float64Array;
}

/** Draws that stand for the population of tasks. */
const POOL = 40_000;

/**
 * Success rates of tasks as Beta(a, b) with the given moments: E p = a/(a+b), and two runs of one task differ with
 * probability 2·E p(1−p) = 2ab/((a+b)(a+b+1)). A harness change shifts every task's log odds by one amount.
 * @throws InputError when no Beta distribution has these moments.
 */
export function ratePool({ mean, flips }: Rates, uniform: () => number): RatePool {
  const most = 2 * mean * (1 - mean);
  if (!(mean > 0 && mean < 1)) throw new InputError(`Expected a mean success between 0 and 1, got ${String(mean)}.`);
  if (!(flips > 0 && flips <= most + 1e-12))
    throw new InputError(
      `Expected a flip rate above 0 and up to 2 · mean · (1 − mean) = ${most.toFixed(4)}, got ${String(flips)}. A model whose outcomes never flip needs no simulation: one pass decides.`,
    );
  const spread = flips / most;
  const total = spread / (1 - spread);
  const draw = total > 1e6 ? (): number => mean : (): number => beta(uniform, mean * total, (1 - mean) * total);
  const rates = Float64Array.from({ length: POOL }, draw).map((rate) => Math.min(1 - 1e-12, Math.max(1e-12, rate)));
  return {
    rates,
    shifted: (delta) => {
      if (delta === 0) return rates;
      if (!(mean + delta > 0 && mean + delta < 1))
        throw new InputError(
          `Expected a difference that leaves a mean between 0 and 1, got ${String(delta)} from ${String(mean)}.`,
        );
      return shiftMean(rates, delta);
    },
  };
}

/** Bisection for the shift θ with mean(1/(1+e^−(logit p + θ))) − mean(p) = delta. */
function shiftMean(rates: Float64Array, delta: number): Float64Array {
  const odds = rates.map((rate) => rate / (1 - rate));
  const target = meanOf(rates) + delta;
  const at = (shift: number): Float64Array => odds.map((one) => one / (one + Math.exp(-shift)));
  let low = -40;
  let high = 40;
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (meanOf(at(middle)) < target) low = middle;
    else high = middle;
  }
  return at((low + high) / 2);
}

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function beta(uniform: () => number, a: number, b: number): number {
  const x = logGamma(uniform, a);
  const y = logGamma(uniform, b);
  return 1 / (1 + Math.exp(y - x));
}

/** Logarithm of a Gamma(shape) draw (Marsaglia and Tsang, A simple method for generating gamma variables, 2000). */
function logGamma(uniform: () => number, shape: number): number {
  if (shape < 1) return logGamma(uniform, shape + 1) + Math.log(1 - uniform()) / shape;
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(uniform);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - uniform()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return Math.log(d * v);
  }
}

/** Box and Muller 1958. */
const normal = (uniform: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
