import type { Runtime } from 'espalier/runtime';
import type { Lead } from './lead.js';
import { mergeRankings } from './merge-rankings.js';
import { searchOnce } from './search-once.js';
import { contentWords } from './content-words.js';

/** Searches for the words of the question that the first leads do not have, and merges what that finds. */
export async function askRemainder(question: string, leads: readonly Lead[], rt: Runtime): Promise<Lead[]> {
  const first = leads.slice(0, 2);
  const covered = new Set(first.flatMap((lead) => contentWords([lead.title, lead.text].join(' '))));
  const open = contentWords(question).filter((word) => !covered.has(word));
  return open.length === 0 ? [...leads] : mergeRankings([leads, await searchOnce(open.join(' '), rt)]);
}
