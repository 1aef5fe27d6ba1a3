import { contentWords } from '../pieces/content-words.js';
import type { Operator } from '../operator.js';

/** Hops from the first leads: title and what the lead leaves open. */
export const followTitles: Operator = {
  name: 'follow-titles',
  about: 'searches for the title of each first lead with what that lead leaves open',
  settings: [1, 2, 3, 5],
  after: ['results'],
  helps: { missing: 1, 'hop-ended': 0.5 },
  pieces: [
    contentWords,
    {
      name: 'followTitles',
      file: 'follow-titles.ts',
      dependsOn: ['follow-titles'],
      code: (
        plan,
        { title, text },
      ) => `/** Goes on from the first leads: searches for each one's title with the words of the question that it does not have. */
export async function followTitles(question: string, leads: readonly Lead[], rt: Runtime): Promise<Lead[]> {
  const rankings: (readonly Lead[])[] = [leads];
  for (const lead of leads.slice(0, ${String(plan.get('follow-titles'))})) {
    const covered = contentWords([lead.${title}, lead.${text}].join(' '));
    const open = contentWords(question).filter((word) => !covered.includes(word));
    rankings.push(await searchOnce([lead.${title}, ...open].join(' '), rt));
  }
  return mergeRankings(rankings);
}`,
    },
  ],
  stage: {
    call: (question, rt) => `await followTitles(${question}, leads, ${rt})`,
    says: 'searches on from the titles of the first leads',
  },
};
