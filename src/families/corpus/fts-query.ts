/** Most words of one query that count; of more, the rarest are kept. */
export const MOST_TERMS = 64;

/** The words of a text as FTS5's unicode61 tokenizer cuts them: runs of letters and digits, lower case, each once. */
export function words(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .normalize('NFC')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
    ),
  ];
}

/**
 * An FTS5 query that matches any of the words, each quoted, so that no character of the user's text is an operator.
 * Words that a fifth of the passages hold are left out, unless there are no others: they hardly move the ranking, and
 * searches are several times as fast without them.
 */
export function ftsQuery(text: string, passages: number, passagesWith: (word: string) => number): string | undefined {
  const common = Math.max(50, passages / 5);
  const counted = words(text).map((word) => ({ word, count: passagesWith(word) }));
  const rare = counted.filter(({ count }) => count > 0 && count <= common);
  const chosen = rare.length > 0 ? rare : counted;
  const kept = chosen.length > MOST_TERMS ? [...chosen].sort((a, b) => a.count - b.count).slice(0, MOST_TERMS) : chosen;
  return kept.length === 0 ? undefined : kept.map(({ word }) => `"${word}"`).join(' OR ');
}
