import type { Piece } from '../operator.js';

/** Each name with the rest of the question. */
export const nameWithRest: Piece = {
  name: 'nameWithRest',
  file: 'name-with-rest.ts',
  dependsOn: [],
  code: () => `/** One query for each name of the question: the name together with the plain words around it, without the other names. */
export function nameWithRest(question: string): string[] {
  const names = namesIn(question);
  const plain = contentWords(names.reduce((text, name) => text.replaceAll(name, ' '), question));
  return names.map((name) => [name, ...plain].join(' '));
}`,
};
