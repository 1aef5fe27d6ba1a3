import { normaliseAnswer } from './normalise-answer.js';
import type { Passage } from './passage.js';

/** The share of passages, in [0, 1], that hold a text as whole words after normalisation, in title or text. */
export function passageFrequency(passages: readonly Passage[]): (text: string) => number {
  let pages: readonly string[] | undefined;
  const known = new Map<string, number>();
  return (text) => {
    const wanted = normaliseAnswer(text);
    if (wanted === '') return 1;
    const before = known.get(wanted);
    if (before !== undefined) return before;
    pages ??= passages.map((passage) => ` ${normaliseAnswer(`${passage.title}\n${passage.text}`)} `);
    const share = pages.filter((page) => page.includes(` ${wanted} `)).length / Math.max(1, pages.length);
    known.set(wanted, share);
    return share;
  };
}
