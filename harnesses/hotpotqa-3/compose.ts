import { lookUp } from './state.js';
import type { Candidate, State } from './state.js';
import { readText } from './text.js';

/**
 * The evidence with what it may lack put in: its first three titles stay, then at most two (one when `top`, the best hit, comes
 * late) of the proposed titles follow, then the rest.
 */
export async function composeEvidence(state: State, evidence: readonly string[], top: string): Promise<string[]> {
  const head = evidence.slice(0, 3);
  const proposals = [...kindNamed(state), ...(await residualTitles(state, head)), ...bridgeTitles(state, head)];
  const extras = [...new Set(proposals)].filter((title) => !head.includes(title) && title !== top);
  const isTopLate = top !== '' && !head.includes(top);
  const last = isTopLate ? [top] : [];
  const chosen = [...head, ...extras.slice(0, isTopLate ? 1 : 2), ...last, ...evidence.slice(3)];
  state.rt.note('composed', { evidence, extras });
  return [...new Set(chosen)].slice(0, 5);
}

/** The titles whose name the question has and whose closing parenthesis says a kind of thing that the question speaks of. */
export function kindNamed(state: State): string[] {
  const { question } = state;
  const fits = ({ title, name }: Candidate): boolean => {
    const kind = readText(/\(([^)]*)\)\s*$/.exec(title)?.[1] ?? '').stems;
    return kind.some((stem) => !/^\d+$/.test(stem) && question.stems.includes(stem) && !name.stems.includes(stem))
      && name.raws.length > 0 && question.rawLine.includes(name.rawLine);
  };
  return [...state.pool.values()]
    .filter(fits)
    .sort((a, b) => b.name.raws.length - a.name.raws.length)
    .map(({ title }) => title);
}

/** The title that clearly answers best what the first or the first two of the titles leave open of the question; else none. */
export async function residualTitles(state: State, titles: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const count of [1, 2]) {
    const lines = titles.slice(0, count).map((title) => state.pool.get(title)?.full.stemLine ?? '');
    const open = state.question.raws.filter((_, at) => !lines.some((line) => line.includes(` ${state.question.stems[at]} `)));
    const hits = open.length < 2 ? [] : await lookUp(state, open.join(' '), 9);
    if (hits.length > 1 && hits[0].score >= 1.3 * hits[1].score) {
      found.push(hits[0].title);
    }
  }
  return found;
}

/**
 * The title that the best named passage leads to: of the titles that it mentions and the question does not, the one whose
 * sentence has most of the question's terms, the earlier one on a tie.
 */
export function bridgeTitles(state: State, titles: readonly string[]): string[] {
  const { question, terms } = state;
  const isAsked = ({ name }: Candidate): boolean => name.raws.length > 0 && question.rawLine.includes(name.rawLine);
  const anchors = titles.map((title) => state.pool.get(title)).filter((item): item is Candidate => item !== undefined);
  const [anchor] = anchors.filter(isAsked).sort((a, b) => b.name.raws.length - a.name.raws.length);
  if (anchor === undefined) {
    return [];
  }
  const open = terms.filter((term) => !anchor.name.stemLine.includes(` ${term.stem} `));
  const lineOf = ({ base, name }: Candidate): string => {
    const short = readText(base.split(', ')[0]);
    return short.raws.length > 1 ? short.rawLine : name.rawLine;
  };
  const others = [...state.pool.values()].filter((item) => item !== anchor && item.name.raws.length > 0 && !isAsked(item));
  let best = { title: '', weight: 0 };
  for (const sentence of anchor.text.split(/(?<=\p{L}{3}[.!?])\s+(?=\p{Lu})/u)) {
    const reading = readText(sentence);
    const weight = open.reduce((sum, term) => (reading.stemLine.includes(` ${term.stem} `) ? sum + term.weight : sum), 0);
    const placeOf = (item: Candidate): number => reading.rawLine.indexOf(lineOf(item));
    const [first] = others.filter((item) => placeOf(item) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
    if (first !== undefined && weight > best.weight) {
      best = { title: first.title, weight };
    }
  }
  return best.title === '' ? [] : [best.title];
}
