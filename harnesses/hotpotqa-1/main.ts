import type { Answer, Runtime, Task } from 'espalier/runtime';
import { gather, type Passage } from './gather.js';
import { rankPassages } from './rank.js';
import { contentWords, namesIn, stemsOf } from './text.js';
import { bridgedEvidence, followMentions } from './bridge.js';
import { refineEvidence } from './refine.js';
import { repairedQuestion } from './typo.js';
import { withHiddenTargets } from './hidden.js';

/**
 * Answers `task.question` from the collection: `evidence` holds the titles, at most five, of the passages that show the
 * answer. It weighs each word of the question by a search of its own, searches for the question, its names and its
 * stretches, follows the names in the best passages for two rounds, and ranks all that it found. What the best passages mention is
 * then looked up by title, and the passages that continue best from them take the last places,
 * which are checked once more against all that was found. A word of the question that no passage has is first put right from
 * the passages, and titles that nothing links give way to passages that the best ones name in other words.
 */
export async function main(task: Task, rt: Runtime): Promise<Answer> {
  const pool = new Map<string, Passage>();
  const asked = new Set<string>();
  const given = contentWords(task.question).slice(0, 32);
  const givenTops = await gather(given, pool, asked, rt);
  const unknown = given.filter((_, index) => givenTops[index] === 0);
  if (unknown.length > 0) await gather([task.question], pool, asked, rt);
  const question = repairedQuestion(task.question, unknown, [...pool.values()]);
  if (question !== task.question) rt.note('question repaired', { question });
  const words = contentWords(question);
  const fresh = words.slice(0, 32).filter((word) => !given.includes(word));
  const weighed = [...given, ...fresh];
  const tops = [...givenTops, ...(await gather(fresh, pool, asked, rt))];
  const weights = new Map<string, number>();
  weighed.forEach((word, index) => {
    for (const stem of stemsOf(word)) weights.set(stem, Math.max(weights.get(stem) ?? 0, tops[index]));
  });

  const stretches = words.map((_, start) => words.slice(start, start + 6).join(' ')).filter((_, start) => start % 3 === 0);
  const names = namesIn(question).slice(0, 16);
  await gather([question, ...names, ...stretches.slice(0, 12)], pool, asked, rt);

  for (let round = 0; round < 2; round += 1) {
    const sizeBefore = pool.size;
    const seeds = rankPassages(question, weights, [...pool.values()], 5);
    const leads = seeds.flatMap((seed) => {
      const known = new Set(stemsOf(`${seed.title} ${seed.text}`));
      const missing = words.filter((word) => stemsOf(word).every((stem) => !known.has(stem)));
      return [`${seed.title} ${missing.join(' ')}`, ...namesIn(seed.text).slice(0, 12)];
    });
    rt.note('leads', { round, seeds: seeds.map((seed) => seed.title), leads });
    await gather(leads, pool, asked, rt);
    if (pool.size === sizeBefore) break;
  }

  const ranked = rankPassages(question, weights, [...pool.values()], 5);
  await followMentions(question, ranked.slice(0, 3), pool, asked, rt);
  const bridged = bridgedEvidence(question, ranked, [...pool.values()], weights, 5);
  const refined = refineEvidence(question, bridged, [...pool.values()], weights, 5);
  const inPool = refined.slice(0, 3).flatMap((title) => pool.get(title) ?? []);
  const anchors = [...new Set([...inPool, ...ranked.slice(0, 2)])];
  const pending = anchors.flatMap((anchor) => namesIn(anchor.text).filter((name) => name.includes(' ')));
  const unasked = pending.filter((name) => !asked.has(name.toLowerCase()));
  await gather(unasked.slice(0, 12), pool, asked, rt);
  const evidence = withHiddenTargets(question, refined, anchors, [...pool.values()], weights, 5);
  rt.note('ranked', { ranked: ranked.map((passage) => passage.title), bridged, refined, evidence, pool: pool.size, calls: asked.size });
  const isYesNo = /^(?:is|are|was|were|do|does|did|has|have|had|can|could)\b/i.test(task.question.trim());
  const unnamed = evidence.find((title) => !task.question.toLowerCase().includes(title.toLowerCase()));
  return { answer: isYesNo ? 'yes' : (unnamed ?? evidence[0] ?? ''), evidence };
}
