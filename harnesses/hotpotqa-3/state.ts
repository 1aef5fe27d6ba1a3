import type { Runtime } from 'espalier/runtime';
import { readText } from './text.js';
import type { Reading } from './text.js';

/** A passage that was seen, read once. `base` is its title without a closing parenthesis, `name` the reading of that. */
export interface Candidate {
  readonly title: string;
  readonly text: string;
  readonly base: string;
  readonly name: Reading;
  readonly full: Reading;
}

/** A stem, or two neighbouring stems, of the question, and how much it tells. */
export interface Term {
  readonly stem: string;
  readonly raw: string;
  readonly weight: number;
}

/** All that a run knows. */
export interface State {
  readonly rt: Runtime;
  readonly question: Reading;
  readonly pool: Map<string, Candidate>;
  /** How well a title answers the whole question by full-text search, 0 to 1. */
  readonly relevance: Map<string, number>;
  readonly terms: Term[];
  /** The requests made, so that none is made twice. */
  readonly asked: Set<string>;
  /** The titles whose leads were followed. */
  readonly expanded: Set<string>;
  calls: number;
}

/** A passage as a tool gave it; opened passages score 0. */
export interface Hit {
  readonly title: string;
  readonly text: string;
  readonly score: number;
}

/**
 * Searches for (`k` of 1 to 10) or opens (`k` 0) a text and puts what comes back into the pool. A title that is missing is tried
 * again as the error suggests. The base of a title also loses what follows a comma when the passage itself calls its subject by
 * the shorter name. Gives nothing on errors, on repeats and when the calls are used up.
 */
export async function lookUp(state: State, text: string, k: number): Promise<Hit[]> {
  const key = `${k}:${text.toLowerCase()}`;
  if (text.trim() === '' || state.asked.has(key) || state.calls >= 190) {
    return [];
  }
  state.asked.add(key);
  state.calls += 1;
  let hits: Hit[] = [];
  try {
    hits = k > 0 ? await state.rt.tools.search({ query: text, k }) : [{ ...(await state.rt.tools.open({ title: text })), score: 0 }];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return k === 0 ? lookUp(state, suggestedTitle(message, text), 0) : [];
  }
  for (const { title, text: body } of hits) {
    if (!state.pool.has(title)) {
      const plain = title.replace(/\s*\([^)]*\)\s*$/, '');
      const head = plain.split(', ')[0];
      const base = body.startsWith(head) && !body.startsWith(plain) ? head : plain;
      state.pool.set(title, { title, text: body, base, name: readText(base), full: readText(`${title}. ${body}`) });
    }
  }
  return hits;
}

/**
 * The title among those that an error names which is the wanted one with a parenthesis or a place after a comma, or else one
 * that a single slip of the pen tells from it; empty when there is none.
 */
export function suggestedTitle(message: string, wanted: string): string {
  const want = wanted.toLowerCase();
  const nearest = [...message.slice(message.lastIndexOf('Nearest titles')).matchAll(/"([^"]+)"/g)].map((match) => match[1]);
  const plainOf = (title: string): string => title.toLowerCase().replace(/\s*\(.*$/, '');
  const baseOf = (title: string): string => plainOf(title).replace(/, .*$/, '');
  const found = nearest.find((title) => plainOf(title) === want)
    ?? nearest.find((title) => baseOf(title) === want)
    ?? nearest.find((title) => isOneSlip(plainOf(title), want) || isOneSlip(baseOf(title), want));
  return found ?? '';
}

/** Whether two longer phrases differ by one changed letter or by two neighbouring letters that changed places. Digits must agree. */
export function isOneSlip(left: string, right: string): boolean {
  const a = left.toLowerCase().split('');
  const b = right.toLowerCase().split('');
  if (a.length !== b.length || a.length < 6 || a[0] !== b[0]) {
    return false;
  }
  const places = a.map((_, at) => at).filter((at) => a[at] !== b[at]);
  if (places.some((at) => /\d/.test(a[at] + b[at]))) {
    return false;
  }
  const [first, second] = places;
  const isSwap = places.length === 2 && second === first + 1 && a[first] === b[second] && a[second] === b[first];
  return places.length === 1 || isSwap;
}
