import { contentWords } from './content-words.js';

/** What to search for first: the question as it stands and its content words. */
export function queriesOf(question: string): string[] {
  return [question, contentWords(question).join(' ')];
}
