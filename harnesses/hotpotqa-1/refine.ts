import type { Passage } from './gather.js';
import { contentWords, namesIn, stemsOf } from './text.js';

/** A passage in the forms that links are looked for in; the lines are stems between single blanks. */
type Card = {
  readonly passage: Passage;
  readonly bare: string;
  readonly title: string;
  readonly lead: string;
  readonly full: string;
  readonly stems: ReadonlySet<string>;
};

/** The stems of a text as one line that starts and ends with a blank, so that whole words can be found in it. */
function stemLine(text: string): string {
  return ` ${stemsOf(text).join(' ')} `;
}

/** Prepares a passage for the search for links. Its lead is the title and the first words of its text, where other names stand. */
function cardOf(passage: Passage): Card {
  const bareTitle = passage.title.replace(/\s*\([^)]*\)\s*$/, '').replace(/,.*$/, '');
  const title = stemLine(passage.title);
  const text = stemsOf(passage.text);
  return {
    passage,
    bare: stemLine(bareTitle).replace(/^ (?:the|an?) (?=.)/, ' '),
    title,
    lead: `${title}| ${text.slice(0, 14).join(' ')} `,
    full: `${title}| ${text.join(' ')} `,
    stems: new Set([...stemsOf(passage.title), ...text]),
  };
}

/**
 * How strongly `anchor`, whose text holds `names` (as stem lines), is linked to `target`: most when it mentions the target by
 * title, less when one of its longer names stands in the target's title or first words, least when only the target mentions it.
 */
function linkStrength(anchor: Card, names: ReadonlySet<string>, target: Card): number {
  const sayable = target.bare.trim().length > 2 && contentWords(target.bare).length > 0;
  if (sayable && !anchor.title.includes(target.bare)) {
    if (names.has(target.bare)) return target.bare.trim().includes(' ') ? 1 : 0.8;
    if (target.bare.trim().includes(' ') && anchor.full.includes(target.bare)) return 1;
  }
  const aliased = [...names].some(
    (name) => name.trim().includes(' ') && !anchor.title.includes(name) && target.lead.includes(name),
  );
  if (aliased) return 0.7;
  return anchor.bare.trim().length > 2 && target.full.includes(anchor.bare) ? 0.3 : 0;
}

/**
 * A function that gives the worth of a passage as the next step from `anchor`: its link to the anchor, trusted as far as the
 * anchor fits the question, and the share of the question's weighted words that it adds to the anchor's.
 */
function stepValue(anchor: Card, weights: ReadonlyMap<string, number>): (target: Card) => number {
  const names = new Set(namesIn(anchor.passage.text).map(stemLine));
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const shareOf = (has: (stem: string) => boolean): number =>
    [...weights].reduce((sum, [stem, weight]) => sum + (has(stem) ? weight : 0), 0) / total;
  const trust = 0.4 + 0.6 * shareOf((stem) => anchor.stems.has(stem));
  return (target) => {
    const link = linkStrength(anchor, names, target);
    const added = shareOf((stem) => target.stems.has(stem) && !anchor.stems.has(stem)) / (1 + target.stems.size / 200);
    return link * trust + (link > 0 ? 1.5 : 0.5) * added;
  };
}

/**
 * Fills the places of `evidence` behind the first two anew with the passages that are the best next step from one of these two.
 * Titles that the question names stay, and those that had a place already are preferred.
 */
export function refineEvidence(
  question: string,
  evidence: readonly string[],
  pool: readonly Passage[],
  weights: ReadonlyMap<string, number>,
  limit: number,
): string[] {
  const incumbentBonus = 0.3;
  const namedBonus = 2;
  const anchorTitles = evidence.slice(0, 2);
  const asked = stemLine(question);
  const cards = pool.map(cardOf);
  const valuesFrom = cards.filter((card) => anchorTitles.includes(card.passage.title)).map((card) => stepValue(card, weights));
  if (valuesFrom.length === 0) return [...evidence];
  const worth = (card: Card): number => {
    const incumbent = evidence.includes(card.passage.title);
    const named = incumbent && card.bare.trim() !== '' && asked.includes(card.bare);
    const step = Math.max(...valuesFrom.map((valueFrom) => valueFrom(card)));
    return step + (incumbent ? incumbentBonus : 0) + (named ? namedBonus : 0);
  };
  const steps = cards
    .filter((card) => !anchorTitles.includes(card.passage.title))
    .map((card) => ({ title: card.passage.title, value: worth(card) }))
    .sort((a, b) => b.value - a.value)
    .map((step) => step.title);
  return [...new Set([...anchorTitles, ...steps])].slice(0, limit);
}
