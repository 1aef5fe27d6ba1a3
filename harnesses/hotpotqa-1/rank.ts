import type { Passage } from './gather.js';
import { contentWords, namesIn, stemsOf } from './text.js';

/**
 * The passages most likely to show the answer together, best first, at most `limit`. Pairs are ranked, since an answer
 * mostly needs two passages: by the share of the question's weighted words that they cover, by titles that the question
 * names, and by whether one passage mentions the title of the other.
 */
export function rankPassages(
  question: string,
  weights: ReadonlyMap<string, number>,
  passages: readonly Passage[],
  limit: number,
): Passage[] {
  const anchorCount = 30;
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const padded = (text: string): string => ` ${stemsOf(text).join(' ')} `;
  const bareTitle = (title: string): string =>
    padded(title.replace(/\s*\([^)]*\)\s*$/, '').replace(/,.*$/, '')).replace(/^ (?:the|an?) (?=.)/, ' ');
  const asked = padded(question);
  const names = new Set(namesIn(question).map(bareTitle));

  /** How far the question names the passage's title: more when the title is a whole name in it. */
  const namedBy = (bare: string): number => {
    if (bare.trim() === '' || !asked.includes(bare)) return 0;
    const share = bare.split(' ').reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0) / total;
    return share === 0 ? 0 : Math.min(1, 2 * share + (names.has(bare) ? 0.4 : 0));
  };
  /** The weight of each word of the question that the passage has, damped by the passage's length. */
  const coverOf = (passage: Passage): number[] => {
    const stems = stemsOf(`${passage.title} ${passage.text}`);
    const damping = 0.3 + (0.3 * stems.length) / 100;
    const counts = new Map<string, number>();
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    return [...weights].map(([stem, weight]) => {
      const count = counts.get(stem) ?? 0;
      return (weight / total) * (count / (count + damping));
    });
  };
  const candidates = passages.map((passage) => {
    const bare = bareTitle(passage.title);
    const cover = coverOf(passage);
    const own = cover.reduce((sum, part) => sum + part, 0);
    const linkable = bare.length > 5 && contentWords(bare).length > 0;
    return { passage, bare, cover, own, linkable, named: namedBy(bare), title: padded(passage.title), text: padded(passage.text) };
  });
  type Candidate = (typeof candidates)[number];
  candidates.sort((a, b) => b.own + b.named - (a.own + a.named));

  /** How strongly `from` refers to `to` by its title. */
  const mention = (from: Candidate, to: Candidate): number => {
    if (!to.linkable || from.title.includes(to.bare) || !from.text.includes(to.bare)) return 0;
    return to.bare.trim().includes(' ') ? 1 : 0.6;
  };
  const pairScore = (a: Candidate, b: Candidate): number => {
    const union = a.cover.reduce((sum, part, index) => sum + Math.max(part, b.cover[index]), 0);
    const named = a.bare === b.bare ? Math.max(a.named, b.named) : a.named + b.named;
    const link = Math.max(mention(a, b), mention(b, a));
    return union + 0.3 * (a.own + b.own) + 0.35 * named + 0.2 * link;
  };
  const pairs = candidates
    .slice(0, anchorCount)
    .flatMap((a, index) => candidates.slice(index + 1).map((b) => ({ a, b, score: pairScore(a, b) })))
    .sort((p, q) => q.score - p.score);
  const ranked = new Set<Passage>(pairs.length === 0 ? passages : []);
  for (const { a, b } of pairs) {
    if (ranked.size >= limit) break;
    ranked.add(a.passage).add(b.passage);
  }
  return [...ranked].slice(0, limit);
}
