import { unqualified } from './bridge.js';
import type { Passage } from './gather.js';
import { contentWords, namesIn, stemsOf } from './text.js';

/** The stems of a passage, by where they stand: in the title, in the title or the first words, anywhere. */
export type Profile = {
  readonly passage: Passage;
  readonly title: readonly string[];
  readonly head: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
};

/** Gives the forms of a passage that links are looked for in. */
export function profileOf(passage: Passage): Profile {
  const headLength = 24;
  const title = stemsOf(contentWords(passage.title).join(' '));
  const text = stemsOf(passage.text);
  return { passage, title, head: new Set([...title, ...text.slice(0, headLength)]), all: new Set([...title, ...text]) };
}

/**
 * How well `target` introduces something that `anchor` names in other words than the target's title: the rarity of the
 * longest name of the anchor whose words all stand, in any order, at the target's head. It counts more when the anchor has the
 * words of the target's title, and when the target has words of the question that the anchor lacks.
 */
function hiddenLink(
  anchor: Profile,
  names: readonly (readonly string[])[],
  target: Profile,
  rarity: (stem: string) => number,
  weights: ReadonlyMap<string, number>,
): number {
  const met = names.filter((name) => name.every((stem) => target.head.has(stem)));
  if (met.length === 0) return 0;
  const strength = Math.max(...met.map((name) => name.reduce((sum, stem) => sum + rarity(stem), 0)));
  const shared = target.title.filter((stem) => anchor.all.has(stem)).length / Math.max(1, target.title.length);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const gained = [...weights].reduce((sum, [stem, weight]) => sum + (target.all.has(stem) && !anchor.all.has(stem) ? weight : 0), 0);
  return strength * (0.5 + shared) * (1 + (2 * gained) / total);
}

/**
 * The evidence with idle titles at its end given to passages that an anchor names in other words than their titles. The
 * first two titles stay, and so does each that the question names, that is an anchor or that is linked by title to one of the first three.
 */
export function withHiddenTargets(
  question: string,
  evidence: readonly string[],
  anchors: readonly Passage[],
  pool: readonly Passage[],
  weights: ReadonlyMap<string, number>,
  limit: number,
): string[] {
  const maxSwaps = 2;
  const line = (text: string): string => ` ${stemsOf(text).join(' ')} `;
  const textOf = new Map(pool.map((passage) => [passage.title, line(passage.text)]));
  const mentions = (from: string, to: string): boolean => (textOf.get(from) ?? '').includes(line(unqualified(to)));
  const isIdle = (title: string): boolean =>
    !evidence.slice(0, 2).includes(title) &&
    !anchors.some((anchor) => anchor.title === title) &&
    !line(question).includes(line(unqualified(title))) &&
    !evidence.slice(0, 3).some((other) => other !== title && (mentions(other, title) || mentions(title, other)));

  const profiles = pool.map(profileOf);
  const spread = new Map<string, number>();
  for (const { all } of profiles) for (const stem of all) spread.set(stem, (spread.get(stem) ?? 0) + 1);
  const rarity = (stem: string): number => Math.log((1 + pool.length) / (spread.get(stem) ?? 1));
  const best = new Map<string, number>();
  for (const anchor of anchors.map(profileOf)) {
    const names = namesIn(anchor.passage.text)
      .map((name) => [...new Set(stemsOf(contentWords(name).join(' ')))])
      .filter((name) => name.length > 1 && name.some((stem) => !anchor.title.includes(stem)));
    for (const target of profiles) {
      if (target.passage.title === anchor.passage.title) continue;
      const score = hiddenLink(anchor, names, target, rarity, weights);
      if (score > (best.get(target.passage.title) ?? 0)) best.set(target.passage.title, score);
    }
  }
  const scoreOf = (title: string): number => best.get(title) ?? 0;
  const challengers = [...best.keys()].filter((title) => !evidence.includes(title)).sort((a, b) => scoreOf(b) - scoreOf(a));
  const result = evidence.slice(0, limit);
  for (const challenger of challengers.slice(0, maxSwaps)) {
    const idle = result.filter((title) => evidence.includes(title) && isIdle(title)).sort((a, b) => scoreOf(a) - scoreOf(b));
    const weakest = idle.filter((title) => scoreOf(title) === scoreOf(idle[0])).pop();
    if (result.length < limit) result.push(challenger);
    else if (weakest !== undefined && scoreOf(weakest) < scoreOf(challenger)) result[result.indexOf(weakest)] = challenger;
  }
  return result;
}
