import type { Passage } from './corpus.js';
import { normalise } from './text.js';

/**
 * The titles of the best pairs of passages, best pair first. A pair is good when it covers the weighty words of the
 * question together, when its titles are names in the question, and when one passage names the other.
 */
export function rankTitles(names: string[], weights: Map<string, number>, passages: Passage[], limit: number): string[] {
  const words = [...weights.keys()];
  const total = Math.max(1e-9, words.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0));
  const nameKeys = new Set(names.map((name) => normalise(name, true)));
  const views = passages.map((passage) => {
    const body = normalise(`${passage.title} ${passage.text}`);
    const key = normalise(passage.title, true);
    const named = nameKeys.has(key);
    const name = passage.title.replace(/\s+\([^)]*\)\s*$/, '').replace(/,\s.*$/, '');
    const mentions = passages.filter((other) => other.text.includes(name)).length;
    return {
      passage, key, name,
      covers: words.map((word) => body.includes(` ${word} `)),
      titled: words.map((word) => named && key.includes(` ${word} `)),
      linkValue: name.length < 4 ? 0 : 0.35 / (1 + 0.3 * Math.log(Math.max(1, mentions))),
    };
  });
  type View = (typeof views)[number];
  const linkTo = (from: View, to: View): number =>
    from.key !== to.key && from.passage.text.includes(to.name) ? to.linkValue : 0;
  const pairScore = (a: View, b: View): number => {
    let score = 0;
    words.forEach((word, i) => {
      const share = (weights.get(word) ?? 0) / total;
      if (a.covers[i] || b.covers[i]) score += share;
      if (a.covers[i] && b.covers[i]) score += 0.25 * share;
      if (a.titled[i] || b.titled[i]) score += 0.6 * share;
    });
    const links = [linkTo(a, b), linkTo(b, a)];
    return score + Math.max(...links) + 0.3 * Math.min(...links);
  };
  const pairs: { titles: string[]; score: number }[] = [];
  views.forEach((a, i) => {
    for (const b of views.slice(i + 1)) pairs.push({ titles: [a.passage.title, b.passage.title], score: pairScore(a, b) });
  });
  pairs.sort((a, b) => b.score - a.score);
  const ranked = new Set<string>();
  for (const title of [...pairs.flatMap((pair) => pair.titles), ...passages.map((passage) => passage.title)]) {
    if (ranked.size >= limit) break;
    ranked.add(title);
  }
  return [...ranked];
}
