import type { Lead } from './lead.js';
import { bareTitle } from './bare-title.js';
import { namesTitle } from './names-title.js';

/** Whether the question names several of the leads, none of them only as a part of another's name. */
export function namesSeveral(question: string, leads: readonly Lead[]): boolean {
  const named = leads.filter((lead) => namesTitle(question, lead.title)).map((lead) => bareTitle(lead.title));
  const apart = new Set(named.filter((name) => !named.some((other) => other !== name && other.includes(name))));
  return apart.size > 1;
}
