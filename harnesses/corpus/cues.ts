import type { Hop } from './hops.js';

/** A stretch of a question that asks for a step. */
export type Cue = { readonly hop: Hop; readonly from: number; readonly to: number };

/**
 * The cues of `kinds` in `masked`, from left to right, without those that are a part of a longer one. What is said of a
 * group as a maker asks for the patron, since makers proper are persons.
 */
export function stepCues(masked: string, kinds: readonly Hop[]): Cue[] {
  const patron = kinds.find((kind) => kind.name === 'patron');
  const grouped = /\b(?:body|organi[sz]ation|society|institution|group|club|guild|company|association)\s+(?:(?:that|which)\s+)?(?:(?:is|was|stands?|stood)\s+)?$/i;
  const all = kinds.flatMap((kind) =>
    [...masked.matchAll(kind.ask)].map((match) => {
      const hop = patron && kind.name === 'creator' && grouped.test(masked.slice(0, match.index)) ? patron : kind;
      return { hop, from: match.index, to: match.index + match[0].length };
    }),
  );
  const inside = (cue: Cue): boolean => all.some((other) => other.from <= cue.from && other.to >= cue.to && other.to - other.from > cue.to - cue.from);
  return all.filter((cue) => !inside(cue)).sort((a, b) => a.from - b.from);
}

/**
 * Whether a cue is a step of its own beside the cue `inner` that follows it, even when both ask for the same relation: the
 * `gap` between them then moves on to someone else: by "of the", a possessive, a relative clause about
 * another person, or an article before the name of a role.
 */
export function opensStep(gap: string, inner: string): boolean {
  if (/^\s+of\s+the\s+$|^['’]s?\s+$/i.test(gap)) return true;
  const someone = /^\s+(?:(?:of|to|by|under|with|for|from|is|was)\s+)?(?:the\s+(?:person|man|woman|individual|figure|one)\s+(?:who|whom|that)|whoever)\s+(?:(?:had|once|first|also)\s+)*$/i;
  if (someone.test(gap)) return true;
  const role = /^(?:person|man|woman|individual|figure|master|teacher|tutor|mentor|instructor|trainer|pupil|student|apprentice|author|writer|composer|painter|founder|father|mother|son|daughter|brother|sister|husband|wife)$/i;
  return /^\s+(?:(?:of|to|by|under|with|for|from)\s+)?the\s+$/i.test(gap) && role.test(inner);
}

/**
 * The step of an open slot: the first relation stated after the name that `plan` lacks; else employment for a group, and for
 * a person the relation stated last, when it repeats the step before.
 */
export function slotHop(grouped: boolean, after: readonly Hop[], plan: readonly Hop[], kinds: readonly Hop[]): Hop | undefined {
  const unused = after.find((item) => !plan.includes(item));
  if (unused) return unused;
  if (grouped) return kinds.find((item) => item.name === 'employer');
  const last = after[after.length - 1];
  return last && last === plan[plan.length - 1] ? last : undefined;
}
