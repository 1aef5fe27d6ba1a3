import type { Runtime } from 'espalier/runtime';
import type { Lead } from './lead.js';
import { namesIn } from './names-in.js';
import { lookUpName } from './look-up-name.js';

/** Adds what the first leads mention by title; it stands behind the lead that mentions it. */
export async function lookUpMentions(leads: readonly Lead[], rt: Runtime): Promise<Lead[]> {
  const found = new Map(leads.map((lead) => [lead.title, lead]));
  for (const lead of leads.slice(0, 1)) {
    for (const name of namesIn(lead.text).slice(0, 14)) {
      const mentioned = await lookUpName(name, rt);
      for (const other of mentioned) {
        const score = Math.max(0.5 * lead.score, found.get(other.title)?.score ?? 0);
        found.set(other.title, { ...other, score });
      }
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score);
}
