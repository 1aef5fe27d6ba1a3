import { lookUp } from './state.js';
import type { State } from './state.js';
import { spansOf } from './text.js';
import { readText } from './text.js';

/**
 * Follows the leads of the best titles that were not followed yet: passages that tell of the title and of what it leaves open of
 * the question, and passages whose titles its text names (more of them for the two best), those first whose sentences have more
 * of the question's terms beyond the title. Says whether there was any title to follow.
 */
export async function expandLeads(state: State, ranked: readonly string[]): Promise<boolean> {
  const leads = ranked.slice(0, 7).filter((title) => !state.expanded.has(title));
  for (const title of leads) {
    state.expanded.add(title);
    const lead = state.pool.get(title);
    if (lead === undefined) {
      continue;
    }
    const open = state.terms.filter((term) => !term.stem.includes(' ') && !lead.full.stemLine.includes(` ${term.stem} `));
    await lookUp(state, [lead.base, ...open.map((term) => term.raw)].join(' '), 10);
    await lookUp(state, lead.base, 10);
    const beyond = state.terms.filter((term) => !lead.name.stemLine.includes(` ${term.stem} `));
    const sentences = lead.text.split(/(?<=\p{L}{3}[.!?])\s+(?=\p{Lu})/u).map((sentence) => {
      const line = readText(sentence).stemLine;
      return { sentence, weight: beyond.reduce((sum, term) => (line.includes(` ${term.stem} `) ? sum + term.weight : sum), 0) };
    });
    const weightOf = (span: string): number =>
      Math.max(0, ...sentences.filter(({ sentence }) => sentence.includes(span)).map(({ weight }) => weight));
    const named = spansOf(lead.text)
      .filter((span) => !state.asked.has(`0:${span.toLowerCase()}`) && span !== lead.base)
      .map((span) => ({ span, weight: weightOf(span) }))
      .sort((a, b) => b.weight - a.weight);
    for (const { span } of named.slice(0, ranked.indexOf(title) < 2 ? 26 : 12)) {
      await lookUp(state, span, 0);
    }
  }
  return leads.length > 0;
}
