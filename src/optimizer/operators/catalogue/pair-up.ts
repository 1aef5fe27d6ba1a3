import { bareTitle, namesTitle } from '../pieces/bare-title.js';
import { contentWords } from '../pieces/content-words.js';
import { stemsOf } from '../pieces/stems-of.js';
import type { Operator } from '../operator.js';

/** Chains of two: how much a link between two leads is worth. */
export const pairUp: Operator = {
  name: 'pair-up',
  about: 'ranks leads by the best pair that they are in: covering the question together, one mentioning the other',
  settings: [0.15, 0.35, 0.6],
  after: ['results'],
  helps: { dropped: 1.5 },
  pieces: [
    contentWords,
    stemsOf,
    bareTitle,
    namesTitle,
    {
      name: 'coverWeights',
      file: 'cover-weights.ts',
      dependsOn: [],
      code: () => `/** How much each stem of the question tells: more where fewer of the texts have it. All weights together are 1. */
export function coverWeights(question: string, texts: readonly ReadonlySet<string>[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const stem of stemsOf(question)) {
    const having = texts.filter((text) => text.has(stem)).length;
    weights.set(stem, Math.log((2 + texts.length) / (1 + having)));
  }
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return new Map([...weights].map(([stem, weight]) => [stem, weight / total]));
}`,
    },
    {
      name: 'pairUp',
      file: 'pair-up.ts',
      dependsOn: ['pair-up'],
      code: (plan, { title, text }) => `/**
 * Ranks leads by the best pair that they are in. A pair is worth the share of the question that its two texts cover, more when
 * one mentions the other or the question names both, and more the better its leads stood before.
 */
export function pairUp(question: string, leads: readonly Lead[]): Lead[] {
  const bond = ${String(plan.get('pair-up'))};
  const texts = leads.map((lead) => stemsOf([lead.${title}, lead.${text}].join(' ')));
  const weights = coverWeights(question, texts);
  const isNamed = leads.map((lead) => namesTitle(question, lead.${title}));
  const standing = leads.map((lead, at) => (0.2 * lead.score) / (leads[0].score || 1) + (isNamed[at] ? 0.15 : 0));
  const worth = leads.map(() => 0);
  for (let a = 0; a < leads.length; a += 1) {
    for (let b = a + 1; b < leads.length; b += 1) {
      let value = standing[a] + standing[b];
      for (const [stem, weight] of weights) if (texts[a].has(stem) || texts[b].has(stem)) value += weight;
      const isLinked = namesTitle(leads[a].${text}, leads[b].${title}) || namesTitle(leads[b].${text}, leads[a].${title});
      if (isLinked || (isNamed[a] && isNamed[b])) value += bond;
      worth[a] = Math.max(worth[a], value);
      worth[b] = Math.max(worth[b], value);
    }
  }
  return leads.map((lead, at) => ({ ...lead, score: worth[at] })).sort((a, b) => b.score - a.score);
}`,
    },
  ],
  stage: {
    call: (question) => `pairUp(${question}, leads)`,
    says: 'ranks leads by the pairs that they make',
  },
};
