import { bareTitle, namesTitle } from '../pieces/bare-title.js';
import type { Operator } from '../operator.js';

/** What the question names comes first. */
export const namedFirst: Operator = {
  name: 'named-first',
  about: 'puts what the question names by its title first',
  settings: [true],
  after: ['results'],
  helps: { dropped: 2, 'hop-ended': 0.5 },
  pieces: [
    bareTitle,
    namesTitle,
    {
      name: 'namedFirst',
      file: 'named-first.ts',
      dependsOn: [],
      code: (_plan, { title }) => `/** Raises the leads that the question names by their titles above all others. */
export function namedFirst(question: string, leads: readonly Lead[]): Lead[] {
  const best = leads[0]?.score ?? 0;
  const raised = leads.map((lead) => (namesTitle(question, lead.${title}) ? { ...lead, score: lead.score + best } : lead));
  return raised.sort((a, b) => b.score - a.score);
}`,
    },
  ],
  stage: { call: (question) => `namedFirst(${question}, leads)`, says: 'puts what the question names first' },
};
