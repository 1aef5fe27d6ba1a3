/** Most sentences of one request that are looked at; the first ones. */
const MOST_SENTENCES = 24;

/** The sentences of some passages: cut after `.`, `!` or `?` before a capital letter, a digit or a quotation mark. */
export function sentencesOf(passages: readonly string[]): readonly string[] {
  return passages
    .flatMap((passage) => passage.split(/(?<=[.!?]["”')]?)\s+(?=["“'(]?[\p{Lu}\p{N}])/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .slice(0, MOST_SENTENCES);
}
