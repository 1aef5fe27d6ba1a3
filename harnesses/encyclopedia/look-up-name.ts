import type { Runtime } from 'espalier/runtime';
import type { Lead } from './lead.js';
import { searchOnce } from './search-once.js';
import { bareTitle } from './bare-title.js';

/** Finds what a name is the title of, qualified or not. */
export async function lookUpName(name: string, rt: Runtime): Promise<Lead[]> {
  const leads = await searchOnce(name, rt);
  return leads.filter((lead) => bareTitle(lead.title) === name);
}
