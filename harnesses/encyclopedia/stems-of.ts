import { contentWords } from './content-words.js';

/** The content words of a text, cut to their beginnings, so that the forms of a word count as one. */
export function stemsOf(text: string): Set<string> {
  return new Set(contentWords(text).map((word) => word.slice(0, 5)));
}
