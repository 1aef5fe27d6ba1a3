import { contentWords } from './content-words.js';

/**
 * The names in a text, in order: runs of capitalised words, also without a word that only opens the sentence, and
 * the parts of a run that a small word joins.
 */
export function namesIn(text: string): string[] {
  const run = /(?:\p{Lu}\.\s?)*\p{Lu}[\p{L}\p{N}'’-]*(?:\s+(?:(?:of|the|and|in|de|la|von|van|for|on|at)\s+){0,2}(?:\p{Lu}\.\s?)*\p{Lu}[\p{L}\p{N}'’-]*)*/gu;
  const names: string[] = [];
  for (const [found] of text.matchAll(run)) {
    const name = found.replace(/['’]s?$/, '');
    const [first, ...rest] = name.split(/\s+/);
    const parts = name.split(/\s+(?:and|in|for|at|on)\s+|['’]s\s+/);
    names.push(name);
    if (contentWords(first).length === 0) names.push(rest.join(' '));
    if (parts.length > 1) names.push(...parts);
  }
  return [...new Set(names)].filter((name) => contentWords(name).length > 0);
}
