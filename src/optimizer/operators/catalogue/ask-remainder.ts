import { contentWords } from '../pieces/content-words.js';
import type { Operator } from '../operator.js';

/** A second query from what the first evidence does not cover. */
export const askRemainder: Operator = {
  name: 'ask-remainder',
  about: 'searches once more for what the first leads leave open',
  settings: [1, 2, 4],
  after: ['results'],
  helps: { missing: 1 },
  pieces: [
    contentWords,
    {
      name: 'askRemainder',
      file: 'ask-remainder.ts',
      dependsOn: ['ask-remainder'],
      code: (
        plan,
        { title, text },
      ) => `/** Searches for the words of the question that the first leads do not have, and merges what that finds. */
export async function askRemainder(question: string, leads: readonly Lead[], rt: Runtime): Promise<Lead[]> {
  const first = leads.slice(0, ${String(plan.get('ask-remainder'))});
  const covered = new Set(first.flatMap((lead) => contentWords([lead.${title}, lead.${text}].join(' '))));
  const open = contentWords(question).filter((word) => !covered.has(word));
  return open.length === 0 ? [...leads] : mergeRankings([leads, await searchOnce(open.join(' '), rt)]);
}`,
    },
  ],
  stage: {
    call: (question, rt) => `await askRemainder(${question}, leads, ${rt})`,
    says: 'searches again for what the first leads leave open',
  },
};
