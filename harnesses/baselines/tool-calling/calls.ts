import type { Found } from './found.js';

/** The call that searches with the whole question. */
export const SEARCH = 'search the question';

const LOOK_UP = 'look up ';

/** What a look-up is of. */
export function lookUp(call: string): string {
  return call.slice(LOOK_UP.length);
}

/** Most look-ups that are offered at once. */
const MOST_LOOK_UPS = 3;

/** Characters of a sentence or passage that the model is shown: every one of them costs. */
export const SHOWN_CHARS = 160;

/** The calls that can be made now, by name, each described in words. */
export function callsFor(question: string, found: Found): Record<string, string> {
  if (!found.asked.has(SEARCH)) return { [SEARCH]: `Search with the whole question: ${question}` };
  const calls: Record<string, string> = {};
  for (const sentence of sentencesOf(found)) {
    for (const name of namesIn(sentence)) {
      const call = LOOK_UP + name;
      const known = found.asked.has(call) || found.passages.has(name) || call in calls;
      if (!known && Object.keys(calls).length < MOST_LOOK_UPS) calls[call] = `Look up ${name}: ${sentence.slice(0, SHOWN_CHARS)}`;
    }
  }
  return { ...calls, finish: 'Finish: the passages that were found are all that the answer needs.' };
}

/** The sentences of what was found, the passages found last first. */
function sentencesOf(found: Found): string[] {
  const texts = [...found.passages.values()].reverse();
  return texts.flatMap((text) => text.split(/(?<=[.!?])\s+(?=\p{Lu})/u));
}

/** Names of two or more capitalised words, and single ones that do not begin the sentence. */
function namesIn(sentence: string): string[] {
  const names = sentence.match(/(?:\p{Lu}[\p{L}'’-]+)(?:\s+(?:of|the|de)?\s*\p{Lu}[\p{L}'’-]+)*/gu) ?? [];
  return names.filter((name) => name.includes(' ') || !sentence.startsWith(name));
}
