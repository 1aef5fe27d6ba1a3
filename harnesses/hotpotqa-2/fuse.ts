import type { Runtime } from 'espalier/runtime';
import { gather, type Library, type Passage } from './corpus.js';
import { namesIn, normalise } from './text.js';
/** Titles in order of merit, and how much that order counts. */
export type Ranking = { titles: string[]; trust: number };

/** Searches like `gather`, and gives the titles that came back, best first. */
export async function searchOrder(query: string, k: number, library: Library, rt: Runtime): Promise<string[]> {
  const scratch: Library = { passages: new Map(), tried: new Set(), callsLeft: Math.min(1, library.callsLeft) };
  library.callsLeft -= scratch.callsLeft;
  await gather(query, k, scratch, rt);
  for (const [title, passage] of scratch.passages) library.passages.set(title, passage);
  return [...scratch.passages.keys()];
}

/** Searches for the names of several words in the anchors' texts that the question lacks, at most `limit` an anchor. */
export async function readLeads(anchors: Passage[], question: string, limit: number, library: Library, rt: Runtime): Promise<void> {
  const asked = normalise(question);
  for (const anchor of anchors) {
    const fresh = namesIn(anchor.text).filter((name) => /\s\D+$/.test(name) && !asked.includes(normalise(name)));
    for (const name of fresh.slice(0, limit)) await gather(name, 3, library, rt);
  }
}

/**
 * The titles that an anchor's text names and the question does not, best first: those that are named whole and seldom
 * elsewhere, and that cover words of the question which the anchor lacks. A title that holds a name of the text counts half.
 */
export function leadTitles(anchors: Passage[], question: string, weights: Map<string, number>, passages: Passage[]): string[] {
  const asked = normalise(question);
  const total = Math.max(1e-9, [...weights.values()].reduce((sum, weight) => sum + weight, 0));
  const views = passages.map(({ title, text }) => (
    { title, key: normalise(title, true), full: normalise(title), body: normalise(`${title} ${text}`) }
  ));
  const best = new Map<string, number>();
  for (const anchor of anchors) {
    const text = normalise(anchor.text);
    const own = normalise(anchor.title);
    const names = namesIn(anchor.text).filter((name) => /\s\D+$/.test(name)).map((name) => normalise(name));
    const fresh = names.filter((name) => !asked.includes(name) && !own.includes(name));
    for (const { title, key, full, body } of views) {
      if (key.length < 6 || asked.includes(key) || own.includes(key)) continue;
      const link = text.includes(key) ? 1 : fresh.some((name) => full.includes(name)) ? 0.5 : 0;
      if (link === 0) continue;
      const mentions = views.filter((view) => view.body.includes(key)).length;
      const gained = [...weights].filter(([word]) => body.includes(` ${word} `) && !text.includes(` ${word} `));
      const gain = gained.reduce((sum, [, weight]) => sum + weight, 0) / total;
      const score = (0.5 * link) / (1 + 0.3 * Math.log(Math.max(1, mentions))) + gain;
      best.set(title, Math.max(score, best.get(title) ?? 0));
    }
  }
  return [...best].sort((a, b) => b[1] - a[1]).map(([title]) => title);
}

/**
 * Fills up to `limit` titles: first those of `firm`, all but one at most, then those that stand high in the rankings
 * taken together. A title gets the more from a ranking the nearer it is to its top.
 */
export function fuseRanks(firm: string[], rankings: Ranking[], limit: number): string[] {
  const scores = new Map<string, number>();
  for (const { titles, trust } of rankings) {
    titles.forEach((title, i) => scores.set(title, (scores.get(title) ?? 0) + trust / (4 + i)));
  }
  const rest = [...scores].sort((a, b) => b[1] - a[1]).map(([title]) => title);
  return [...new Set([...firm.slice(0, limit - 1), ...rest])].slice(0, limit);
}
