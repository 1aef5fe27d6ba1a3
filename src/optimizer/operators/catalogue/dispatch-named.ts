import { bareTitle, namesTitle } from '../pieces/bare-title.js';
import type { Operator } from '../operator.js';

/** Questions that put several named things side by side need no walk from one of them. */
export const dispatchNamed: Operator = {
  name: 'dispatch-named',
  about: 'leaves the walk out when the question sets several named things side by side',
  settings: [true],
  after: ['walk-mentions', 'named-first'],
  helps: { dropped: 2, 'hop-ended': 1 },
  pieces: [
    bareTitle,
    namesTitle,
    {
      name: 'namesSeveral',
      file: 'names-several.ts',
      dependsOn: [],
      code: (
        _plan,
        { title },
      ) => `/** Whether the question names several of the leads, none of them only as a part of another's name. */
export function namesSeveral(question: string, leads: readonly Lead[]): boolean {
  const named = leads.filter((lead) => namesTitle(question, lead.${title})).map((lead) => bareTitle(lead.${title}));
  const apart = new Set(named.filter((name) => !named.some((other) => other !== name && other.includes(name))));
  return apart.size > 1;
}`,
    },
  ],
};
