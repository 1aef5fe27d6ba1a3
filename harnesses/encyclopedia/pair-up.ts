import type { Lead } from './lead.js';
import { namesTitle } from './names-title.js';
import { stemsOf } from './stems-of.js';
import { coverWeights } from './cover-weights.js';

/**
 * Ranks leads by the best pair that they are in. A pair is worth the share of the question that its two texts cover, more when
 * one mentions the other or the question names both, and more the better its leads stood before.
 */
export function pairUp(question: string, leads: readonly Lead[]): Lead[] {
  const bond = 0.35;
  const texts = leads.map((lead) => stemsOf([lead.title, lead.text].join(' ')));
  const weights = coverWeights(question, texts);
  const isNamed = leads.map((lead) => namesTitle(question, lead.title));
  const standing = leads.map((lead, at) => (0.2 * lead.score) / (leads[0].score || 1) + (isNamed[at] ? 0.15 : 0));
  const worth = leads.map(() => 0);
  for (let a = 0; a < leads.length; a += 1) {
    for (let b = a + 1; b < leads.length; b += 1) {
      let value = standing[a] + standing[b];
      for (const [stem, weight] of weights) if (texts[a].has(stem) || texts[b].has(stem)) value += weight;
      const isLinked = namesTitle(leads[a].text, leads[b].title) || namesTitle(leads[b].text, leads[a].title);
      if (isLinked || (isNamed[a] && isNamed[b])) value += bond;
      worth[a] = Math.max(worth[a], value);
      worth[b] = Math.max(worth[b], value);
    }
  }
  return leads.map((lead, at) => ({ ...lead, score: worth[at] })).sort((a, b) => b.score - a.score);
}
