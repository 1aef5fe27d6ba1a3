import type { Piece } from '../operator.js';

/** Words that count as the same whatever their endings. */
export const stemsOf: Piece = {
  name: 'stemsOf',
  file: 'stems-of.ts',
  dependsOn: [],
  code: () => String.raw`/** The content words of a text, cut to their beginnings, so that the forms of a word count as one. */
export function stemsOf(text: string): Set<string> {
  return new Set(contentWords(text).map((word) => word.slice(0, 5)));
}`,
};
