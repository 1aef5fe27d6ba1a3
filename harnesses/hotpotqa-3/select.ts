import { readText } from './text.js';
import type { Candidate, State } from './state.js';

/**
 * Whether a passage mentions another one: by its title, by its title in lower case when only the first word is capitalised, or by
 * the longer name with which the other one's text opens.
 */
export function mentionsOther(from: Candidate, to: Candidate): boolean {
  const line = from.full.rawLine;
  const isCommon = to.name.raws.length > 1 && to.name.raws.slice(1).every((word) => word === word.toLowerCase());
  const opening = readText(to.text.split(/[(,;.:]| (?:is|was|are|were) /)[0]);
  const isAlias = opening.raws.length > 1 && opening.raws.length < 6 && line.includes(opening.rawLine);
  const isTitle = to.name.raws.length > 0 && line.includes(to.name.rawLine);
  return isTitle || isAlias || (isCommon && line.toLowerCase().includes(to.name.rawLine.toLowerCase()));
}

/**
 * At most five titles of evidence: the best pair, a title that the question spells out, and then those that are bound to these by
 * a mention and cover what they leave open. The ranking fills what stays empty, and its first titles have an advantage.
 */
export function selectEvidence(state: State, ranked: readonly string[], question: string): string[] {
  const pool = ranked.slice(0, 80).flatMap((title) => state.pool.get(title) ?? []);
  const anchors = pool.slice(0, 2);
  const spelled = pool.find(({ base }) =>
    base.includes(' ') && question.includes(base) && !anchors.some((anchor) => anchor.base.includes(base)));
  if (spelled !== undefined) {
    anchors.push(spelled);
  }
  const total = state.terms.reduce((sum, term) => sum + term.weight, 0) || 1;
  const covers = (candidate: Candidate, stem: string): boolean => candidate.full.stemLine.includes(` ${stem} `);
  const gain = (candidate: Candidate, anchor: Candidate): number =>
    state.terms.reduce((sum, { stem, weight }) => (covers(candidate, stem) && !covers(anchor, stem) ? sum + weight : sum), 0) / total;
  const bond = (candidate: Candidate, anchor: Candidate): number => {
    if (mentionsOther(candidate, anchor)) {
      return 0.5 + gain(candidate, anchor);
    }
    const fame = pool.filter((other) => other !== candidate && mentionsOther(other, candidate)).length / pool.length;
    return mentionsOther(anchor, candidate) ? 0.5 * (1 - fame) + gain(candidate, anchor) : 0;
  };
  const rest = pool.filter((candidate) => !anchors.includes(candidate)).map((candidate) => {
    const rank = ranked.indexOf(candidate.title);
    const advantage = rank < 5 ? 0.25 - 0.03 * rank : 0;
    const bonds = anchors.map((anchor) => bond(candidate, anchor));
    return { title: candidate.title, value: Math.max(0, ...bonds) + advantage + 0.2 * (state.relevance.get(candidate.title) ?? 0) };
  });
  rest.sort((a, b) => b.value - a.value);
  state.rt.note('selected', { anchors: anchors.map(({ title }) => title), rest: rest.slice(0, 8) });
  return [...anchors, ...rest].slice(0, 5).map(({ title }) => title);
}
