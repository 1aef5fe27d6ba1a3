import type { Answer, Runtime, Task } from 'espalier/runtime';
import { expandLeads } from './expand.js';
import { rankTitles } from './rank.js';
import { lookUp } from './state.js';
import type { State } from './state.js';
import { readText, spansOf } from './text.js';
import { selectEvidence } from './select.js';
import { groundSpans } from './ground.js';
import { composeEvidence } from './compose.js';

/**
 * Answers `task.question` from a fixed collection of passages: `answer` is short, `evidence` holds the titles, at most
 * five, of the passages that show it.
 *
 * It searches for the question, its parts and the names in it, weighs the question's words by how rare the search finds them,
 * and then in a few rounds ranks the passages in pairs and follows the leads of the best ones. The evidence is the best pair and
 * what is bound to it. Names that turn out to be misspelt titles
 * are corrected first, and the passage that answers the whole question best is always among the evidence,
 * which is then completed with what it may lack.
 */
export async function main(task: Task, rt: Runtime): Promise<Answer> {
  let state: State = {
    rt, question: readText(task.question), pool: new Map(), relevance: new Map(), terms: [], asked: new Set(), expanded: new Set(), calls: 0,
  };
  let hits = await lookUp(state, task.question, 10);
  const weighHits = (): void =>
    hits.forEach((hit) => state.relevance.set(hit.title, hit.score / (hits[0].score || 1)));
  weighHits();
  await lookUp(state, state.question.raws.join(' '), 10);

  const spans = spansOf(task.question).slice(0, 10);
  const text = await groundSpans(state, task.question, spans);
  if (text !== task.question) {
    rt.note('corrected', text);
    state = { ...state, question: readText(text), relevance: new Map() };
    hits = await lookUp(state, text, 10);
    weighHits();
  }
  const question = state.question;
  for (const span of spansOf(text).slice(0, 10)) {
    await lookUp(state, span, 10);
  }
  for (let start = 0; start < Math.min(question.raws.length - 5, 18); start += 3) {
    await lookUp(state, question.raws.slice(start, start + 5).join(' '), 10);
  }

  const weights = new Map<string, number>();
  for (const [at, stem] of question.stems.entries()) {
    if (!weights.has(stem) && weights.size < 20) {
      const top = await lookUp(state, question.raws[at], 1);
      weights.set(stem, top.length > 0 ? top[0].score : 0);
      state.terms.push({ stem, raw: question.raws[at], weight: weights.get(stem) ?? 0 });
    }
  }
  for (let at = 1; at < Math.min(question.stems.length, 24); at += 1) {
    const pair = [question.stems[at - 1], question.stems[at]];
    const weight = 0.4 * Math.min(...pair.map((stem) => weights.get(stem) ?? 0));
    state.terms.push({ stem: pair.join(' '), raw: `${question.raws[at - 1]} ${question.raws[at]}`, weight });
  }
  rt.note('planned', { spans, terms: state.terms.map((term) => [term.stem, term.weight]) });

  let ranked = rankTitles(state);
  for (let round = 0; round < 4 && (await expandLeads(state, ranked)); round += 1) {
    ranked = rankTitles(state);
  }

  const isYesNo = /^(?:is|are|was|were|do|does|did|has|have|had|can)\b/i.test(task.question.trim()) && !/\bor\b/.test(task.question);
  const isComparison = /\bor\b/.test(task.question);
  const names = ranked.slice(0, 5).map((title) => title.replace(/\s*\([^)]*\)\s*$/, ''));
  const answer = isYesNo ? 'yes' : names.find((name) => text.includes(name) === isComparison) ?? '';
  const evidence = selectEvidence(state, ranked, text);
  return { answer, evidence: await composeEvidence(state, evidence, hits.length > 0 ? hits[0].title : '') };
}
