import { bareTitle } from '../pieces/bare-title.js';
import { contentWords } from '../pieces/content-words.js';
import { lookUpName } from '../pieces/look-up-name.js';
import { namesIn } from '../pieces/names-in.js';
import type { Operator } from '../operator.js';

/** Title mentions: how many first leads are read, and how far behind its reader a mention stands. */
export const lookUpMentions: Operator = {
  name: 'look-up-mentions',
  about: 'looks up the names that the first leads mention',
  settings: ['1 × 0.9', '2 × 0.9', '1 × 0.5', '3 × 0.5'],
  after: ['results'],
  helps: { missing: 0.5, 'hop-ended': 3 },
  pieces: [
    namesIn,
    contentWords,
    bareTitle,
    lookUpName,
    {
      name: 'lookUpMentions',
      file: 'look-up-mentions.ts',
      dependsOn: ['look-up-mentions'],
      code: (plan, { title, text }) => {
        const [first, share] = String(plan.get('look-up-mentions')).split(' × ');
        return `/** Adds what the first leads mention by title; it stands behind the lead that mentions it. */
export async function lookUpMentions(leads: readonly Lead[], rt: Runtime): Promise<Lead[]> {
  const found = new Map(leads.map((lead) => [lead.${title}, lead]));
  for (const lead of leads.slice(0, ${String(first)})) {
    for (const name of namesIn(lead.${text}).slice(0, 14)) {
      const mentioned = await lookUpName(name, rt);
      for (const other of mentioned) {
        const score = Math.max(${String(share)} * lead.score, found.get(other.${title})?.score ?? 0);
        found.set(other.${title}, { ...other, score });
      }
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score);
}`;
      },
    },
  ],
  stage: {
    call: (_question, rt) => `await lookUpMentions(leads, ${rt})`,
    says: 'looks up the names that the first leads mention',
  },
};
