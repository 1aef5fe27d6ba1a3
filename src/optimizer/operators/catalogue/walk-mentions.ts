import { bareTitle } from '../pieces/bare-title.js';
import { contentWords } from '../pieces/content-words.js';
import { lookUpName } from '../pieces/look-up-name.js';
import { namesIn } from '../pieces/names-in.js';
import { stemsOf } from '../pieces/stems-of.js';
import type { Operator } from '../operator.js';

/** The two-deep walk: how many of the longer paths come before the rest of the first steps. */
export const walkMentions: Operator = {
  name: 'walk-mentions',
  about: 'walks two steps from the first lead over the names that texts mention, by the words around the names',
  settings: [1, 2, 3],
  after: ['results'],
  helps: { missing: 0.5, 'hop-ended': 3, dropped: 0.5 },
  pieces: [
    contentWords,
    stemsOf,
    namesIn,
    bareTitle,
    lookUpName,
    {
      name: 'stepsFrom',
      file: 'steps-from.ts',
      dependsOn: [],
      code: (
        _plan,
        { title, text },
      ) => String.raw`/** What the text of a lead mentions by title, scored by the words of the question in the clauses around the name, best first. */
export async function stepsFrom(lead: Lead, question: string, rt: Runtime): Promise<Lead[]> {
  const asked = stemsOf(question);
  const clauses = lead.${text}.split(/(?<=[.;!?])\s+/);
  const steps = new Map<string, Lead>();
  for (const name of namesIn(lead.${text}).slice(0, 14)) {
    const around = clauses.filter((clause) => clause.includes(name)).map((clause) => stemsOf(clause.replaceAll(name, ' ')));
    const score = Math.max(...around.map((stems) => [...stems].filter((stem) => asked.has(stem)).length));
    const found = await lookUpName(name, rt);
    for (const other of found.slice(0, 1)) {
      if (other.${title} !== lead.${title} && !steps.has(other.${title})) steps.set(other.${title}, { ...other, score });
    }
  }
  return [...steps.values()].sort((a, b) => b.score - a.score);
}`,
    },
    {
      name: 'walkMentions',
      file: 'walk-mentions.ts',
      dependsOn: ['walk-mentions'],
      code: (plan, { title }) => `/**
 * Walks from the first lead two steps over what texts mention, and puts what it met in front: the first lead, the best
 * paths of two steps, then the single steps.
 */
export async function walkMentions(question: string, leads: readonly Lead[], rt: Runtime): Promise<Lead[]> {
  const start = leads.slice(0, 1);
  const steps = (await Promise.all(start.map((lead) => stepsFrom(lead, question, rt)))).flat();
  const paths: { readonly leads: readonly Lead[]; readonly score: number }[] = [];
  for (const step of steps.slice(0, 4)) {
    const onward = await stepsFrom(step, question, rt);
    for (const next of onward) paths.push({ leads: [step, next], score: step.score + next.score });
  }
  const best = paths.sort((a, b) => b.score - a.score).slice(0, ${String(plan.get('walk-mentions'))});
  const met = [...start, ...best.flatMap((path) => path.leads), ...steps, ...leads];
  return [...new Map(met.map((lead) => [lead.${title}, lead])).values()];
}`,
    },
  ],
  stage: {
    call: (question, rt) => `await walkMentions(${question}, leads, ${rt})`,
    says: 'walks from the first lead over what texts mention, two steps deep',
  },
};
