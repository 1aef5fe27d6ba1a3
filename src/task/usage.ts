/** What the deployed model's calls of one run used. Tokens; US dollars at the configured prices (0 when none are set). */
export interface Usage {
  readonly modelCalls: number;
  readonly inputTokens: number;
  /** The part of `inputTokens` that the endpoint reports as served from its prompt cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

export const NO_USAGE: Usage = Object.freeze({
  modelCalls: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  costUsd: 0,
});

/** Sums member by member. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    modelCalls: a.modelCalls + b.modelCalls,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    costUsd: a.costUsd + b.costUsd,
  };
}

/** US dollars per million tokens. */
export interface Price {
  readonly inputPerMTok: number;
  readonly cachedInputPerMTok?: number;
  readonly outputPerMTok: number;
}

/** cost = (input − cached)·p_in + cached·p_cached + output·p_out, in US dollars. */
export function costUsd(
  tokens: { readonly inputTokens: number; readonly cachedTokens: number; readonly outputTokens: number },
  price: Price,
): number {
  const cachedPrice = price.cachedInputPerMTok ?? price.inputPerMTok;
  return (
    ((tokens.inputTokens - tokens.cachedTokens) * price.inputPerMTok +
      tokens.cachedTokens * cachedPrice +
      tokens.outputTokens * price.outputPerMTok) /
    1_000_000
  );
}
