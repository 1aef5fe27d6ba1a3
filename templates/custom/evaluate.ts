/**
 * Judges one answer: scores in [0, 1] by name, and feedback that the optimizer reads with the failing trace. `answer` is
 * missing when the run gave none. Say in the feedback what was wrong, so that a reader could mend it.
 */
export function evaluate(
  item: { readonly expected: { readonly pages: readonly string[] } },
  answer: { readonly pages: readonly string[] } | undefined,
): { scores: { complete: number }; feedback: string } {
  const missing = item.expected.pages.filter((page) => answer?.pages.includes(page) !== true);
  return {
    scores: { complete: missing.length === 0 ? 1 : 0 },
    feedback: missing.length === 0 ? 'all pages named' : `pages missing: ${missing.join(', ')}`,
  };
}
