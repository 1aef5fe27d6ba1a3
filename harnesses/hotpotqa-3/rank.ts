import type { Candidate, State } from './state.js';

/**
 * The titles of the pool, best first. Two passages together show an answer, so a passage is worth its best pair: the share of the
 * question's terms that the two cover, the share that their titles name, whether one mentions the other (or the question names
 * both), and their relevance to the whole question. A name that the question has only inside a longer title does not count.
 */
export function rankTitles(state: State): string[] {
  const { terms, question } = state;
  const pool = [...state.pool.values()];
  const total = terms.reduce((sum, term) => sum + term.weight, 0) || 1;
  const stems = new Set(question.stems);
  const isNamed = ({ name }: Candidate): boolean =>
    name.stems.length > 0 &&
    (question.rawLine.includes(name.rawLine) || (name.stems.length > 1 && name.stems.every((stem) => stems.has(stem))));
  const inLine = (line: string): boolean[] => terms.map((term) => line.includes(` ${term.stem} `));
  const share = (a: readonly boolean[], b: readonly boolean[]): number =>
    terms.reduce((sum, term, at) => (a[at] || b[at] ? sum + term.weight : sum), 0) / total;

  const covered = pool.map((candidate) => inLine(candidate.full.stemLine));
  const longNames = pool.filter(isNamed).map(({ name }) => name.rawLine).filter((line) => question.rawLine.includes(line));
  const isShadowed = ({ name }: Candidate): boolean =>
    longNames.some((line) =>
      line !== name.rawLine && line.includes(name.rawLine) && !question.rawLine.split(line).join(' | ').includes(name.rawLine));
  const named = pool.map((candidate) => isNamed(candidate) && !isShadowed(candidate));
  const titled = pool.map((candidate, at) => inLine(named[at] ? candidate.name.stemLine : ''));
  const relevance = pool.map((candidate) => state.relevance.get(candidate.title) ?? 0);
  const mentions = pool.map((from) =>
    pool.map((to) => from !== to && to.name.raws.length > 0 && from.full.rawLine.includes(to.name.rawLine)),
  );
  const fame = pool.map((_, to) => mentions.filter((row) => row[to]).length / pool.length);
  const linkOf = (from: number, to: number): number => (mentions[from][to] ? 0.35 * (1 - Math.min(0.6, fame[to])) : 0);

  const pairScore = (a: number, b: number): number => {
    const forward = linkOf(a, b);
    const backward = linkOf(b, a);
    const sameName = pool[a].name.rawLine.toLowerCase() === pool[b].name.rawLine.toLowerCase();
    const bothNamed = named[a] && named[b] ? 0.25 : 0;
    const bond = sameName ? -0.3 : Math.max(forward, backward, bothNamed) + 0.15 * Math.min(forward, backward);
    return share(covered[a], covered[b]) + 0.5 * share(titled[a], titled[b]) + bond + 0.2 * (relevance[a] + relevance[b]);
  };
  const best = pool.map((_, at) => share(covered[at], titled[at]) + 0.2 * relevance[at] - 0.3);
  for (let a = 0; a < pool.length; a += 1) {
    for (let b = a + 1; b < pool.length; b += 1) {
      const score = pairScore(a, b);
      best[a] = Math.max(best[a], score);
      best[b] = Math.max(best[b], score);
    }
  }
  const order = pool.map((_, at) => at).sort((a, b) => best[b] - best[a] || relevance[b] - relevance[a]);
  state.rt.note('ranked', { pool: pool.length, best: order.slice(0, 8).map((at) => [pool[at].title, Number(best[at].toFixed(3))]) });
  return order.map((at) => pool[at].title);
}
