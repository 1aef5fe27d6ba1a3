/**
 * Text as the leak check compares it: NFKC, lower case, every run of punctuation and space as one space.
 */
export function leakText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

/** An identifier's words: `scottDerrickson_film2` → `scott derrickson film2`. */
export function identifierText(name: string): string {
  return leakText(name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2'));
}

/** The literal text of a regular expression: classes and quantifiers as breaks, `[Gg]` as `g`, escapes taken off. */
export function patternText(source: string): string {
  return leakText(
    source
      .replace(/\[(\p{L})(\p{L})\]/gu, (whole, a: string, b: string) =>
        a.toLowerCase() === b.toLowerCase() ? a : whole,
      )
      .replace(/\\[sSdDwWbBtnrfv]/g, ' ')
      .replace(
        /\\u\{?([0-9a-fA-F]{4,6})\}?|\\x([0-9a-fA-F]{2})/g,
        (_whole, long: string | undefined, short: string | undefined) =>
          String.fromCharCode(Number.parseInt(long ?? short ?? '20', 16)),
      )
      .replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(')
      .replace(/\\(.)/g, '$1'),
  );
}
