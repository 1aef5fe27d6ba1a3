import type { Passage } from './gather.js';
import { contentWords } from './text.js';

/** Whether two words differ by one letter that is put in, left out or changed, or by two neighbours that changed places. */
export function withinOneEdit(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  if (a.slice(start + 1) === b.slice(start + 1)) return true;
  if (a.slice(start) === b.slice(start + 1) || a.slice(start + 1) === b.slice(start)) return true;
  return a[start] === b[start + 1] && a[start + 1] === b[start] && a.slice(start + 2) === b.slice(start + 2);
}

/**
 * The question with each of the `unknown` words that no passage has put right: it becomes the word, one slip of the pen
 * away, that most of the passages have. Words that are short or have no such neighbour stay as they are.
 */
export function repairedQuestion(question: string, unknown: readonly string[], passages: readonly Passage[]): string {
  const minLength = 6;
  const longWords = unknown.filter((word) => word.length >= minLength && !/\p{N}/u.test(word));
  if (longWords.length === 0) return question;
  const counts = new Map<string, number>();
  for (const { title, text } of passages) {
    const present = new Set(contentWords(`${title} ${text}`).map((word) => word.toLowerCase()));
    for (const word of present) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  let repaired = question.normalize('NFC');
  for (const word of longWords) {
    const lower = word.toLowerCase();
    if (counts.has(lower)) continue;
    const [nearest] = [...counts]
      .filter(([known]) => known[0] === lower[0] && withinOneEdit(lower, known))
      .sort((a, b) => b[1] - a[1]);
    if (nearest === undefined) continue;
    const capital = word[0] !== lower[0];
    repaired = repaired.replace(word, capital ? nearest[0][0].toUpperCase() + nearest[0].slice(1) : nearest[0]);
  }
  return repaired;
}
