import type { Runtime } from 'espalier/runtime';
import { gather, type Library, type Passage } from './corpus.js';
import { namesIn, normalise } from './text.js';

/** A name that an anchor passage mentions, normalised, and how telling it is: 1 when no other passage has it. */
type Lead = { words: string; value: number };

/** The title without its bracketed kind and the part after a comma, as running text would give it. */
function bareTitle(title: string): string {
  return title.replace(/\s+\([^)]*\)\s*$/, '').replace(/,\s.*$/, '');
}

/**
 * Searches for the passages around the best seeds: those that mention a seed, and those about the names in its text,
 * which need not be titled by these names. The names of several words are searched for alone, too, so that the other
 * words of the question cannot drown them. `library.callsLeft` bounds the searches.
 */
export async function readBridges(seeds: Passage[], plainWords: string, library: Library, rt: Runtime): Promise<void> {
  for (const seed of seeds) await gather(bareTitle(seed.title), 10, library, rt);
  for (const seed of seeds) {
    const own = normalise(seed.title);
    const names = namesIn(seed.text).filter((name) => name.length > 3 && !own.includes(normalise(name)));
    for (const name of names.slice(0, 7)) await gather(`${name} ${plainWords}`, 3, library, rt);
  }
  for (const seed of seeds) {
    const own = normalise(seed.title);
    const full = namesIn(seed.text).filter((name) => /\s/.test(name) && !own.includes(normalise(name)));
    for (const name of full.slice(0, 7)) await gather(name, 3, library, rt);
  }
}

/** The names in the anchor's text that neither its title nor the question holds, with their rarity among `bodies`. */
function leadsOf(anchor: Passage, asked: string, bodies: string[]): Lead[] {
  const known = `${asked}|${normalise(anchor.title)}`;
  const keys = new Set(namesIn(anchor.text).map((name) => normalise(name)));
  return [...keys]
    .filter((words) => words.length > 5 && !known.includes(words))
    .map((words) => {
      const mentions = bodies.filter((body) => body.includes(words)).length;
      return { words, value: 1 / (1 + Math.log(Math.max(1, mentions))) };
    });
}

/**
 * Fills the evidence up to `limit`: keeps the best of `ranked` and those titled by a name in the question, all but one at most, then takes
 * the passages that are linked closest to the two best (named by them, naming them, or sharing their rare names) and
 * that cover words of the question which these lack. What room is left goes to the rest of `ranked`.
 */
export function fillEvidence(
  ranked: string[], names: string[], weights: Map<string, number>, passages: Passage[], limit: number,
): string[] {
  const nameKeys = new Set(names.map((name) => normalise(name, true)));
  const kept = ranked.filter((title, i) => i < 3 || nameKeys.has(normalise(title, true))).slice(0, limit - 1);
  const keptKeys = new Set(kept.map((title) => normalise(title, true)));
  const asked = ` ${[...weights.keys()].join(' ')} `;
  const total = Math.max(1e-9, [...weights.values()].reduce((sum, weight) => sum + weight, 0));
  const bodies = passages.map((passage) => normalise(`${passage.title} ${passage.text}`));
  const anchors = passages
    .map((passage, i) => ({ passage, body: bodies[i], name: normalise(bareTitle(passage.title)) }))
    .filter(({ passage }) => ranked.slice(0, 2).includes(passage.title))
    .map((anchor) => ({ ...anchor, leads: leadsOf(anchor.passage, asked, bodies) }));

  const scoreFrom = (anchor: (typeof anchors)[number], title: string, body: string): number => {
    const name = normalise(bareTitle(title));
    const mentions = bodies.filter((other) => other.includes(name)).length;
    const named = bareTitle(title).length > 3 && anchor.body.includes(name) && !anchor.name.includes(name);
    const naming = anchor.name.length > 5 && body.includes(anchor.name);
    const shared = anchor.leads.reduce((sum, lead) => {
      const parts = lead.words.trim().split(' ');
      const loose = parts.length > 2 && parts.every((part) => body.includes(` ${part} `));
      return loose || body.includes(lead.words) ? sum + lead.value * (isCued(lead.words, anchor.body, anchor.name, weights) ? 2 : 1) : sum;
    }, 0);
    let gain = 0;
    for (const [word, weight] of weights) {
      if (body.includes(` ${word} `) && !anchor.body.includes(` ${word} `)) gain += weight / total;
    }
    const link = (named ? 1.2 / (1 + 0.4 * Math.log(Math.max(1, mentions))) : 0) + (naming ? 0.4 : 0);
    return link + 0.5 * Math.min(2, shared) + 1.5 * gain;
  };

  const scored = passages
    .map((passage, i) => {
      const key = normalise(passage.title, true);
      const bonus = nameKeys.has(key) && !keptKeys.has(key) ? 1 : 0;
      return { title: passage.title, score: bonus + Math.max(0, ...anchors.map((a) => scoreFrom(a, passage.title, bodies[i]))) };
    })
    .filter(({ title, score }) => score > 0.6 && !kept.includes(title))
    .sort((a, b) => b.score - a.score);
  return [...new Set([...kept, ...scored.slice(0, limit).map(({ title }) => title), ...ranked])].slice(0, limit);
}

/**
 * Whether the passage leads up to the name `lead` with a word of the question, in any of its forms: then the name is
 * likely what the question goes on to. Words of the passage's own name do not count.
 */
function isCued(lead: string, body: string, ownName: string, weights: Map<string, number>): boolean {
  const at = body.indexOf(lead);
  if (at < 0) return false;
  const before = body.slice(0, at).trim().split(' ').slice(-4);
  const cues = [...weights].filter(([word, weight]) => weight > 0 && word.length > 2 && !ownName.includes(` ${word} `));
  return cues.some(([word]) => before.some((token) => token.startsWith(word.slice(0, 6))));
}
