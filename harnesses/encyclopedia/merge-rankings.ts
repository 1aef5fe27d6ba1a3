import type { Lead } from './lead.js';

/** Merges rankings into one, best first: a lead keeps the best score that any ranking gives it. */
export function mergeRankings(rankings: readonly (readonly Lead[])[]): Lead[] {
  const merged = new Map<string, Lead>();
  for (const lead of rankings.flat()) {
    const known = merged.get(lead.title);
    if (known === undefined || known.score < lead.score) merged.set(lead.title, lead);
  }
  return [...merged.values()].sort((a, b) => b.score - a.score);
}
