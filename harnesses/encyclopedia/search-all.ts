import type { Runtime } from 'espalier/runtime';
import type { Lead } from './lead.js';
import { mergeRankings } from './merge-rankings.js';
import { searchOnce } from './search-once.js';

/** Searches for every query and merges what they find, best first. */
export async function searchAll(queries: readonly string[], rt: Runtime): Promise<Lead[]> {
  const rankings: Lead[][] = [];
  for (const query of queries) rankings.push(await searchOnce(query, rt));
  return mergeRankings(rankings);
}
