import type { Answer, Runtime, Task } from 'espalier/runtime';
import { gather, openName, type Library } from './corpus.js';
import { rankTitles } from './rank.js';
import { namesIn, normalise } from './text.js';
import { fillEvidence, readBridges } from './bridge.js';
import { weighWords } from './weigh.js';
import { fuseRanks, leadTitles, readLeads, searchOrder } from './fuse.js';
import { followChain, withChain } from './chain.js';

/**
 * Answers `task.question` from a fixed collection of passages: `answer` is short, `evidence` holds the titles, at most
 * five, of the passages that show it. Reads the passages of the names in the question first, then those that the best
 * of them lead to, and gives the titles of the pairs that explain the question best and of what is linked to these,
 * together with what the searches for the whole question and the names in their best passages bring up. Calls are kept back
 * for following the question from its anchors to the passage that they lead to, which takes the last places.
 */
export async function main(task: Task, rt: Runtime): Promise<Answer> {
  const question = task.question;
  const library: Library = { passages: new Map(), tried: new Set(), callsLeft: 198 };
  const names = namesIn(question).slice(0, 8);
  const hits = await searchOrder(question, 10, library, rt);
  const weights = await weighWords(question, library, rt);
  const plainWords = question.split(/\s+/).filter((word) => /^\p{Ll}/u.test(word)).join(' ');
  const plainHits = await searchOrder(plainWords, 5, library, rt);
  const clauses = question.split(/[,;:?]|\b(?:that|which|who|whose|what|where|when)\b(?:\s+(?:type|kind|sort)\s+of\b)?/i);
  for (const clause of clauses.filter((piece) => /\S\s+\S|\S-\S/.test(piece)).slice(-4)) await gather(clause, 10, library, rt);
  for (const name of names) {
    await openName(name, library, rt);
    await gather(name, 10, library, rt);
    await gather(`${name} ${plainWords}`, 10, library, rt);
  }
  for (const name of names.slice(0, 4)) {
    for (const kind of ['band', 'film', 'magazine', 'musician', 'album', 'song', 'TV series', 'novel']) {
      await openName(`${name} (${kind})`, library, rt);
    }
  }
  const seeds = rankTitles(names, weights, [...library.passages.values()], 7);
  rt.note('seeds', { names, seeds, callsLeft: library.callsLeft });
  for (const title of seeds) {
    await gather(`${title} ${plainWords}`, 10, library, rt);
    await gather(`${title} ${question}`, 10, library, rt);
  }
  const best = seeds.slice(0, 3).flatMap((title) => library.passages.get(title) ?? []);
  const around: Library = { passages: new Map(), tried: new Set(), callsLeft: Math.min(45, library.callsLeft) };
  library.callsLeft -= around.callsLeft;
  await readBridges(best, plainWords, around, rt);
  library.callsLeft += around.callsLeft;
  const reserve = Math.max(0, Math.min(30, library.callsLeft));
  library.callsLeft -= reserve;
  for (const title of seeds) {
    const text = library.passages.get(title)?.text ?? '';
    for (const name of namesIn(text).slice(0, 14)) await openName(name, library, rt);
  }
  const ranked = rankTitles(names, weights, [...library.passages.values()], 5);
  const read = [...new Map([...around.passages, ...library.passages]).values()];
  const linked = fillEvidence(ranked, names, weights, read, 5);
  const anchors = read.filter(({ title }) => title === hits[0] || title === linked[0]);
  await readLeads(anchors, question, 10, library, rt);
  const all = [...new Map([...around.passages, ...library.passages]).values()];
  const leads = leadTitles(anchors, question, weights, all).slice(0, 4);
  const nameKeys = new Set(names.map((name) => normalise(name, true)));
  const firm = linked.filter((title, i) => i < 2 || nameKeys.has(normalise(title, true)));
  const rankings = [
    { titles: linked, trust: 1 }, { titles: hits, trust: 1 }, { titles: leads, trust: 1 }, { titles: plainHits, trust: 0.5 },
  ];
  const fused = fuseRanks(firm, rankings, 5);
  const spare: Library = {
    passages: new Map(all.map((passage) => [passage.title, passage])), tried: library.tried,
    callsLeft: Math.min(50, reserve + Math.max(0, library.callsLeft)),
  };
  const chain = await followChain(question, names, weights, spare, rt);
  const evidence = withChain(fused, chain, 5);
  const asked = normalise(question);
  const fresh = fused.find((title) => !asked.includes(normalise(title, true))) ?? fused[0] ?? '';
  const yesNo = /^(?:are|is|was|were|do|does|did|has|have)\b/i.test(question.trim());
  rt.note('chosen', { ranked, linked, hits, plainHits, leads, fused, evidence, read: read.length, callsLeft: library.callsLeft });
  return { answer: yesNo ? 'yes' : fresh.replace(/\s+\([^)]*\)\s*$/, ''), evidence };
}
