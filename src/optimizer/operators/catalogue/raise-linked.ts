import { bareTitle, namesTitle } from '../pieces/bare-title.js';
import type { Operator } from '../operator.js';

/** Link scores: how many first leads count, and how much a link is worth against the best lead. */
export const raiseLinked: Operator = {
  name: 'raise-linked',
  about: 'raises what the first leads mention',
  settings: ['1 × 0.2', '1 × 0.45', '3 × 0.2', '3 × 0.45'],
  after: ['results'],
  helps: { dropped: 2 },
  pieces: [
    bareTitle,
    namesTitle,
    {
      name: 'raiseLinked',
      file: 'raise-linked.ts',
      dependsOn: ['raise-linked'],
      code: (plan, { title, text }) => {
        const [first, worth] = String(plan.get('raise-linked')).split(' × ');
        return `/** Raises the leads that one of the first leads mentions. */
export function raiseLinked(leads: readonly Lead[]): Lead[] {
  const worth = ${String(worth)} * (leads[0]?.score ?? 0);
  const first = leads.slice(0, ${String(first)});
  const isLinked = (target: Lead): boolean => first.some((lead) => lead !== target && namesTitle(lead.${text}, target.${title}));
  const raised = leads.map((lead) => (isLinked(lead) ? { ...lead, score: lead.score + worth } : lead));
  return raised.sort((a, b) => b.score - a.score);
}`;
      },
    },
  ],
  stage: { call: () => 'raiseLinked(leads)', says: 'raises what the first leads mention' },
};
