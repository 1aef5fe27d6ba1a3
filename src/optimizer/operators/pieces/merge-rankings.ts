import type { Piece } from '../operator.js';

/** Several rankings as one, by the setting of `merge`: `best`, or the constant of reciprocal rank fusion. */
export const mergeRankings: Piece = {
  name: 'mergeRankings',
  file: 'merge-rankings.ts',
  dependsOn: ['merge'],
  code: (plan, tool) => {
    const merge = plan.get('merge');
    const { title } = tool;
    return merge === 'best'
      ? `/** Merges rankings into one, best first: a lead keeps the best score that any ranking gives it. */
export function mergeRankings(rankings: readonly (readonly Lead[])[]): Lead[] {
  const merged = new Map<string, Lead>();
  for (const lead of rankings.flat()) {
    const known = merged.get(lead.${title});
    if (known === undefined || known.score < lead.score) merged.set(lead.${title}, lead);
  }
  return [...merged.values()].sort((a, b) => b.score - a.score);
}`
      : `/** Merges rankings into one, best first, by reciprocal rank fusion: a lead that many rankings have near their top wins. */
export function mergeRankings(rankings: readonly (readonly Lead[])[]): Lead[] {
  const damping = ${String(merge)};
  const merged = new Map<string, Lead>();
  for (const ranking of rankings) {
    for (const [place, lead] of ranking.entries()) {
      const score = (merged.get(lead.${title})?.score ?? 0) + 1 / (damping + place);
      merged.set(lead.${title}, { ...lead, score });
    }
  }
  return [...merged.values()].sort((a, b) => b.score - a.score);
}`;
  },
};
