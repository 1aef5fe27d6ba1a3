import type { Runtime } from 'espalier/runtime';
import type { Lead } from './lead.js';
import { stepsFrom } from './steps-from.js';

/**
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
  const best = paths.sort((a, b) => b.score - a.score).slice(0, 1);
  const met = [...start, ...best.flatMap((path) => path.leads), ...steps, ...leads];
  return [...new Map(met.map((lead) => [lead.title, lead])).values()];
}
