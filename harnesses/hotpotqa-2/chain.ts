import type { Runtime } from 'espalier/runtime';
import { openName, type Library, type Passage } from './corpus.js';
import { searchOrder } from './fuse.js';
import { namesIn, normalise } from './text.js';

/** A name that an anchor mentions, and how strongly words of the question stand around it there (0 to 1). */
export type ChainLead = { name: string; cue: number };

/**
 * The passages that the question starts from, best first: those that hold its words which few read passages hold, words
 * of its names counting double, and those whose whole title stands in it.
 */
export function chainAnchors(question: string, names: string[], weights: Map<string, number>, passages: Passage[]): Passage[] {
  const asked = normalise(question);
  const nameWords = names.map((name) => normalise(name)).join('');
  const bodies = passages.map((passage) => normalise(`${passage.title} ${passage.text}`));
  const merits = [...weights].map(([word, weight]) => {
    const holders = bodies.filter((body) => body.includes(` ${word} `)).length;
    return { word, merit: ((nameWords.includes(` ${word} `) ? 2 : 1) * weight) / (1 + Math.log(Math.max(1, holders))) };
  });
  const total = merits.reduce((sum, { merit }) => sum + merit, 0);
  return passages
    .map((passage, i) => {
      const held = merits.reduce((sum, { word, merit }) => (bodies[i].includes(` ${word} `) ? sum + merit : sum), 0);
      const key = normalise(passage.title, true);
      const titled = key.trim().includes(' ') && asked.includes(key);
      return { passage, score: held + (titled ? 0.5 * total : 0) };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, 4)
    .map(({ passage }) => passage);
}

/** The names in the anchor's text that neither its title nor the question holds, the most strongly cued first. */
export function chainLeads(anchor: Passage, question: string, weights: Map<string, number>): ChainLead[] {
  const own = normalise(anchor.title);
  const known = `${normalise(question)}|${own}`;
  const body = normalise(anchor.text);
  const cues = [...weights].filter(([word, weight]) => weight > 0 && word.length > 2 && !own.includes(` ${word} `));
  const leads = new Map<string, ChainLead>();
  for (const name of namesIn(anchor.text)) {
    const key = normalise(name);
    const at = body.indexOf(key);
    if (at < 0 || leads.has(key) || known.includes(key) || !/\p{L}{2}/u.test(name)) continue;
    const before = body.slice(0, at).trim().split(' ').slice(-6);
    const after = body.slice(at + key.length).trim().split(' ').slice(0, 3);
    const near = [...before, ...after];
    const found = cues.filter(([word]) => near.some((token) => token.startsWith(word.slice(0, 6))));
    leads.set(key, { name, cue: Math.min(1, found.reduce((sum, [, weight]) => sum + weight, 0) / 12) });
  }
  const worth = ({ name, cue }: ChainLead): number => cue + (/\s/.test(name) ? 0.3 : 0);
  return [...leads.values()].sort((a, b) => worth(b) - worth(a));
}

/**
 * Looks for the passage about `name`: as a title, for a single word also with one of `kinds` in brackets, and by a search.
 * Gives the titles that are the name, or share its last word while the passage opens with all of its words.
 */
export async function followLead(name: string, kinds: string[], library: Library, rt: Runtime): Promise<string[]> {
  const key = normalise(name, true);
  const parts = normalise(name).trim().split(' ').filter((part) => part.length > 1);
  await openName(name, library, rt);
  if (parts.length === 1) for (const kind of kinds) await openName(`${name} (${kind})`, library, rt);
  const found = await searchOrder(name, 3, library, rt);
  const same = [...library.passages.keys()].filter((title) => normalise(title, true) === key);
  const about = found.filter((title) => {
    const opening = normalise(`${title} ${(library.passages.get(title)?.text ?? '').slice(0, 250)}`);
    const last = parts[parts.length - 1] ?? '';
    return parts.length > 1 && normalise(title).includes(` ${last} `) && parts.every((part) => opening.includes(` ${part} `));
  });
  return [...new Set([...same, ...about])];
}

/**
 * Follows the question from its anchors to the passages that they lead to, or that name them, and gives the titles of
 * these passages, best first. A passage is good when its name is cued by the question, when it holds words of the question
 * that its anchor lacks, and when it shares further names with its anchor. `library.callsLeft` bounds the calls.
 */
export async function followChain(
  question: string, names: string[], weights: Map<string, number>, library: Library, rt: Runtime,
): Promise<string[]> {
  const anchors = chainAnchors(question, names, weights, [...library.passages.values()]);
  const kinds = question.split(/[^\p{L}]+/u).filter((word) => /^\p{Ll}{4,}$/u.test(word) && (weights.get(normalise(word).trim()) ?? 0) > 0);
  const scores = new Map<string, number>();
  for (const [rank, anchor] of anchors.entries()) {
    const anchorBody = normalise(`${anchor.title} ${anchor.text}`);
    const anchorKey = normalise(anchor.title, true);
    const lacking = [...weights].filter(([word]) => !anchorBody.includes(` ${word} `));
    const total = Math.max(1e-9, lacking.reduce((sum, [, weight]) => sum + weight, 0));
    const leads = chainLeads(anchor, question, weights);
    const rate = (title: string, base: number): void => {
      const body = normalise(`${title} ${library.passages.get(title)?.text ?? ''}`);
      const gain = lacking.reduce((sum, [word, weight]) => (body.includes(` ${word} `) ? sum + weight : sum), 0) / total;
      const shared = leads.filter(({ name }) => name.length > 3 && body.includes(normalise(name))).length;
      const score = (1 - 0.15 * rank) * (base + gain + 0.12 * Math.min(4, shared));
      if (title !== anchor.title) scores.set(title, Math.max(score, scores.get(title) ?? 0));
    };
    const bare = anchor.title.replace(/\s+\([^)]*\)\s*$/, '');
    const naming = await searchOrder(`${bare} ${lacking.map(([word]) => word).join(' ')}`, 5, library, rt);
    for (const title of naming) {
      const text = normalise(library.passages.get(title)?.text ?? '');
      if (anchorKey.length > 5 && text.includes(anchorKey)) rate(title, 0.2);
    }
    for (const { name, cue } of leads.slice(0, rank === 0 ? 6 : 3)) {
      const targets = await followLead(name, [...new Set(kinds)].slice(0, 3), library, rt);
      for (const title of targets) rate(title, 0.3 + cue);
    }
  }
  const chain = [...scores].sort((a, b) => b[1] - a[1]);
  rt.note('chain', { anchors: anchors.map(({ title }) => title), chain: chain.slice(0, 8), callsLeft: library.callsLeft });
  return chain.map(([title]) => title);
}

/**
 * The evidence with the best title of `chain` that it lacks in the place of its last one, and, when neither of the
 * chain's two best was there, with the second, too. The first three titles always stay.
 */
export function withChain(evidence: string[], chain: string[], limit: number): string[] {
  const missing = chain.slice(0, 2).filter((title) => !evidence.includes(title));
  const kept = evidence.filter((title, i) => i < 3 || chain.slice(0, 2).includes(title) || i < limit - missing.length);
  return [...new Set([...kept, ...missing])].slice(0, limit);
}
