import type { Hop } from './hops.js';

/**
 * How well the sentences of `text` that hold `name` word the step `hop`: high when one states the relation, negative when
 * `name` is only met in denials, refusals, plans that failed and other side remarks. "Nothing" before
 * a subject is no denial: it sets one thing above all others.
 */
export function relationFit(text: string, name: string, hop: Hop | undefined): number {
  const aside = /\b(?:not|nor|nobody|nothing(?!\s+(?:else|he|she|they)\b)|wrongly|confused|unlike|mistaken|namesake|formerly thought|unrelated|declin\w+|refus\w+|return(?:ed)?|dropped|abandon\w*|burn\w*|dedicat\w+|sequel|review\w*|rhym\w+|dispute\w*|portrait|remark\w*|rumou?r\w*|plans?|letters|copy|invit\w+)\b/i;
  const scores = text
    .split(/(?<=[.;!?])\s+/)
    .filter((sentence) => sentence.includes(name))
    .map((sentence) => {
      const rest = sentence.split(name).join(' ');
      return (hop?.show.test(rest) ? 4 : 0) - (aside.test(rest) ? 3 : 0);
    });
  return scores.length > 0 ? Math.max(...scores) : 0;
}
