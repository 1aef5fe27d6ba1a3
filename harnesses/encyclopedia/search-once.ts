import type { Runtime } from 'espalier/runtime';
import type { Lead } from './lead.js';

/** Searches for one query; the first hit has a score of 1, later ones less. */
export async function searchOnce(query: string, rt: Runtime): Promise<Lead[]> {
  const hits = await rt.tools.search({ query, k: 5 });
  return hits.map((hit, place) => ({ title: hit.title, text: hit.text, score: 1 / (1 + place) }));
}
