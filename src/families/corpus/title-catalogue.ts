import { InputError, ToolError } from '../../task/error.js';
import type { Passage } from './passage.js';
import { titleKey } from './title-key.js';

/** Passages by title. */
export interface TitleCatalogue {
  /** The passage of this title; case and white space do not count. @throws ToolError that names the nearest titles. */
  open(title: string): Passage;
}

/** @throws InputError when a title occurs twice. */
export function titleCatalogue(passages: readonly Passage[]): TitleCatalogue {
  const exact = new Map<string, Passage>();
  const byKey = new Map<string, Passage>();
  const byTrigram = new Map<string, string[]>();
  const trigramCounts = new Map<string, number>();
  for (const passage of passages) {
    if (exact.has(passage.title))
      throw new InputError(
        `Expected every title once in the corpus, got \`${passage.title}\` twice. Merge or rename one of the two.`,
      );
    exact.set(passage.title, passage);
    const key = titleKey(passage.title);
    if (!byKey.has(key)) byKey.set(key, passage);
    const own = trigrams(key);
    trigramCounts.set(passage.title, own.size);
    for (const trigram of own) {
      const titles = byTrigram.get(trigram);
      if (titles) titles.push(passage.title);
      else byTrigram.set(trigram, [passage.title]);
    }
  }
  /** Titles by the Dice coefficient of their trigrams with the asked one's. */
  const nearest = (title: string): readonly string[] => {
    const asked = trigrams(titleKey(title));
    const shared = new Map<string, number>();
    for (const trigram of asked)
      for (const other of byTrigram.get(trigram) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
    return [...shared]
      .map(([other, count]) => ({ other, dice: (2 * count) / (asked.size + (trigramCounts.get(other) ?? 0)) }))
      .sort((a, b) => b.dice - a.dice || (a.other < b.other ? -1 : 1))
      .slice(0, 3)
      .map(({ other }) => `"${other}"`);
  };
  return {
    open(title) {
      const found = exact.get(title) ?? byKey.get(titleKey(title));
      if (found) return found;
      const near = nearest(title);
      throw new ToolError(
        `open: no passage is titled "${title}". ` +
          (near.length > 0 ? `Nearest titles: ${near.join(', ')}.` : 'No title is near it; search for it first.'),
      );
    },
  };
}

function trigrams(key: string): ReadonlySet<string> {
  const padded = `  ${key} `;
  const found = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3));
  return found;
}
