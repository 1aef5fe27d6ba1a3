import type { Piece, Plan } from '../operator.js';

/** What can be asked first, as an element of the list of queries. */
const ASKS: readonly { readonly operator: string; readonly element: string; readonly says: string }[] = [
  { operator: 'ask-whole', element: 'question', says: 'the question as it stands' },
  { operator: 'ask-terms', element: "contentWords(question).join(' ')", says: 'its content words' },
  { operator: 'ask-names', element: '...namesIn(question)', says: 'each name in it' },
  { operator: 'ask-name-with-rest', element: '...nameWithRest(question)', says: 'each name with the words around it' },
];

const asksOf = (plan: Plan): typeof ASKS => ASKS.filter(({ operator }) => plan.has(operator));

/** `a`, `a and b`, `a, b and c`. */
const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;

/** The first queries. */
export const queriesOf: Piece = {
  name: 'queriesOf',
  file: 'queries-of.ts',
  dependsOn: ASKS.map(({ operator }) => operator),
  code: (plan) => {
    const asks = asksOf(plan);
    if (asks.length === 0) return undefined;
    const elements = asks.map(({ element }) => element).join(', ');
    return `/** What to search for first: ${listed(asks.map(({ says }) => says))}. */
export function queriesOf(question: string): string[] {
  return [${elements}];
}`;
  },
};
