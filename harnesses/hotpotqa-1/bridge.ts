import { ToolError, type Runtime } from 'espalier/runtime';
import { gather, type Passage } from './gather.js';
import { contentWords, namesIn, stemsOf } from './text.js';

/** The title without a qualifier in brackets at its end. */
export function unqualified(title: string): string {
  return title.replace(/\s*\([^)]*\)\s*$/, '').trim();
}

/** Opens each title that was not tried yet, while the budget of calls lasts; gives whether one was found. */
export async function openTitles(titles: readonly string[], pool: Map<string, Passage>, asked: Set<string>, rt: Runtime): Promise<boolean> {
  const callBudget = 180;
  for (const title of titles) {
    const key = `open: ${title.trim().toLowerCase()}`;
    if (asked.has(key) || asked.size >= callBudget) continue;
    asked.add(key);
    try {
      const passage = await rt.tools.open({ title });
      pool.set(passage.title, { title: passage.title, text: passage.text });
      return true;
    } catch (error) {
      if (!(error instanceof ToolError)) rt.note('open failed', { title, error: String(error) });
    }
  }
  return false;
}

/**
 * Looks up what the anchors mention: each name as a title, then qualified by a plain word of the question, then by a
 * search for the name together with the plain words of the question.
 */
export async function followMentions(
  question: string,
  anchors: readonly Passage[],
  pool: Map<string, Passage>,
  asked: Set<string>,
  rt: Runtime,
): Promise<void> {
  const plain = contentWords(question).filter((word) => /^\p{Ll}{3,}$/u.test(word));
  const namesOf = (anchor: Passage): string[] => {
    const names = namesIn(anchor.text).filter((name) => !anchor.title.includes(name));
    const halves = names.filter((name) => /^[^\s-]+-[^\s-]+$/.test(name)).map((name) => name.split('-')[0]);
    return [...names.slice(0, 14), ...halves.slice(0, 2)];
  };
  for (const name of new Set(anchors.flatMap(namesOf))) {
    const qualified = name.includes(' ') ? [] : plain.slice(0, 4).map((word) => `${name} (${word})`);
    const found = await openTitles([name, ...qualified], pool, asked, rt);
    if (!found) await gather([`${name} ${plain.join(' ')}`], pool, asked, rt);
  }
}

/**
 * How well `target` continues from `anchor`: the share of the question's open words (those that the anchor's title
 * leaves) near the mention that links the two, and in the opening of the target. 0 where neither mentions the other.
 */
export function linkScore(anchor: Passage, target: Passage, weights: ReadonlyMap<string, number>): number {
  const reach = 90;
  const settled = new Set(stemsOf(anchor.title));
  const open = [...weights].filter(([stem]) => !settled.has(stem));
  const total = open.reduce((sum, [, weight]) => sum + weight, 0) || 1;
  const share = (text: string): number => {
    const stems = new Set(stemsOf(text));
    return open.reduce((sum, [stem, weight]) => sum + (stems.has(stem) ? weight : 0), 0) / total;
  };
  /** The surroundings of each place where the text has the name as whole words. */
  const contexts = (text: string, name: string): string[] => {
    if (!/\p{L}/u.test(name) || contentWords(name).length === 0) return [];
    const found: string[] = [];
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      const around = `${text[at - 1] ?? ' '}${text[at + name.length] ?? ' '}`;
      if (!/[\p{L}\p{N}]/u.test(around)) found.push(text.slice(Math.max(0, at - reach), at + name.length + reach));
    }
    return found;
  };
  const best = (texts: readonly string[]): number => Math.max(0, ...texts.map(share));

  const bare = unqualified(target.title);
  if (bare === unqualified(anchor.title)) return 0;
  const opening = 0.5 * share(`${target.title} ${target.text.slice(0, 200)}`);
  const direct = contexts(anchor.text, bare);
  if (direct.length > 0) return 0.25 + best(direct) + opening;

  const prefix = namesIn(anchor.text).find((name) => name.includes(' ') && bare.startsWith(`${name} `));
  if (prefix !== undefined && share(bare.slice(prefix.length)) > 0) {
    return 0.2 + 0.8 * best(contexts(anchor.text, prefix)) + opening;
  }
  const back = contexts(target.text, unqualified(anchor.title));
  return back.length === 0 ? 0 : 0.1 + 0.5 * best(back) + opening;
}

/**
 * The titles to hand in: the ranked ones that lead or that the question names, then the passages that continue best from
 * the anchors, then the ranked ones that are left.
 */
export function bridgedEvidence(
  question: string,
  ranked: readonly Passage[],
  pool: readonly Passage[],
  weights: ReadonlyMap<string, number>,
  limit: number,
): string[] {
  const leading = 3;
  const asked = ` ${stemsOf(question).join(' ')} `;
  const isNamed = (title: string): boolean => contentWords(title).length > 1 && asked.includes(` ${stemsOf(unqualified(title)).join(' ')} `);
  const kept = ranked.filter((passage, index) => index < leading || isNamed(passage.title)).map((passage) => passage.title);
  const anchors = ranked.slice(0, leading);
  const linked = pool
    .filter((passage) => !kept.includes(passage.title))
    .map((passage) => ({
      title: passage.title,
      score: Math.max(0, ...anchors.map((anchor, index) => linkScore(anchor, passage, weights) * (1 - 0.15 * index))),
    }))
    .filter((link) => link.score > 0.2)
    .sort((a, b) => b.score - a.score);
  return [...new Set([...kept, ...linked.slice(0, limit).map((link) => link.title), ...ranked.map((passage) => passage.title)])].slice(0, limit);
}
