import type { Lead } from './lead.js';
import { namesTitle } from './names-title.js';

/** Raises the leads that the question names by their titles above all others. */
export function namedFirst(question: string, leads: readonly Lead[]): Lead[] {
  const best = leads[0]?.score ?? 0;
  const raised = leads.map((lead) => (namesTitle(question, lead.title) ? { ...lead, score: lead.score + best } : lead));
  return raised.sort((a, b) => b.score - a.score);
}
