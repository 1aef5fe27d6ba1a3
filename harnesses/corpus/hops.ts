import type { Cue } from './cues.js';
import { opensStep, slotHop, stepCues } from './cues.js';
import { hopKinds } from './hop-kinds.js';
/** One step of a question from a passage to the next: how passages word it, and what the passage that it leads to looks like. */
export type Hop = {
  readonly name: string;
  readonly ask: RegExp;
  readonly show: RegExp;
  readonly target: RegExp;
};

/**
 * The steps that `question` asks for, in the order in which they lead away from the name `anchor`. Nested phrases before the
 * name are read from right to left; an open slot among them ("the person that …") takes its relation from the words after it.
 * A relation that is asked for twice in a row makes two steps when the phrases are nested, and one when they only reword it.
 */
export function planHops(question: string, anchor: string): Hop[] {
  const kinds = hopKinds();
  const at = Math.max(0, question.indexOf(anchor));
  const masked = question.split(anchor).join('_'.repeat(anchor.length));
  const cues = stepCues(masked, kinds);
  const titled = (cue: Cue): boolean =>
    masked.slice(cue.to, at).trim() === '' && (cue.hop.name === 'work' || /(?:er|or|ist|poet|architect)$/i.test(masked.slice(cue.from, cue.to)));
  const before = cues.filter((cue) => cue.to <= at && !titled(cue));
  const following = cues.filter((cue) => cue.from >= at + anchor.length);
  const after = following.map((cue) => cue.hop);
  const open = [...masked.slice(0, at).matchAll(/\b(?:person|man|woman|individual|figure|organi[sz]ation|society|institution|body|group|club|guild|company|association)\b/gi)]
    .map((match) => ({ hop: undefined, from: match.index, to: match.index + match[0].length }))
    .filter((slot) => {
      const next = before.find((cue) => cue.from >= slot.to);
      return !next || /\bthe\b/i.test(masked.slice(slot.to, next.from));
    });
  const plan: Hop[] = [];
  let inner = { from: at, to: at };
  for (const cue of [...before, ...open].sort((a, b) => b.from - a.from)) {
    const grouped = /^(?!person|man|woman|individual|figure)/i.test(masked.slice(cue.from, cue.to));
    const hop = cue.hop ?? slotHop(grouped, after, plan, kinds);
    const again = (!cue.hop && !grouped) || opensStep(masked.slice(cue.to, inner.from), masked.slice(inner.from, inner.to));
    if (hop && (again || plan[plan.length - 1] !== hop)) plan.push(hop);
    inner = { from: cue.from, to: cue.to };
  }
  const owned = /^['’]s?\s/.test(masked.slice(at + anchor.length));
  if (!owned && plan.length > 0) return plan;
  const repeats = (cue: Cue, place: number): boolean => place > 0 && /^['’]s?\s+$/.test(masked.slice(following[place - 1].to, cue.from));
  const chain = following.filter((cue, place) => after.indexOf(cue.hop) === place || repeats(cue, place)).map((cue) => cue.hop);
  const nested = owned && plan[0]?.name === 'teacher' && plan[0] === chain[chain.length - 1];
  return [...chain, ...plan.filter((hop) => nested || !chain.includes(hop))];
}
