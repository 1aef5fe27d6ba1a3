import type { Runtime } from 'espalier/runtime';
import type { Lead } from './lead.js';
import { namesIn } from './names-in.js';
import { lookUpName } from './look-up-name.js';
import { stemsOf } from './stems-of.js';

/** What the text of a lead mentions by title, scored by the words of the question in the clauses around the name, best first. */
export async function stepsFrom(lead: Lead, question: string, rt: Runtime): Promise<Lead[]> {
  const asked = stemsOf(question);
  const clauses = lead.text.split(/(?<=[.;!?])\s+/);
  const steps = new Map<string, Lead>();
  for (const name of namesIn(lead.text).slice(0, 14)) {
    const around = clauses.filter((clause) => clause.includes(name)).map((clause) => stemsOf(clause.replaceAll(name, ' ')));
    const score = Math.max(...around.map((stems) => [...stems].filter((stem) => asked.has(stem)).length));
    const found = await lookUpName(name, rt);
    for (const other of found.slice(0, 1)) {
      if (other.title !== lead.title && !steps.has(other.title)) steps.set(other.title, { ...other, score });
    }
  }
  return [...steps.values()].sort((a, b) => b.score - a.score);
}
