import type { Answer, Runtime, Task } from 'espalier/runtime';
import { followHops } from './chain.js';
import { planHops } from './hops.js';
import type { Lookup, Passage } from './lookup.js';
import { resolveName } from './lookup.js';
import { nameReadings } from './names.js';
import { anchorsOf } from './anchors.js';

/**
 * Answers `task.question` from a fixed collection of passages: `answer` is short, `evidence` holds the titles, at most
 * five, of the passages that show it. Finds the passages that the question names, and follows the question's steps from
 * them; a question that only compares named passages needs no step.
 */
export async function main(task: Task, rt: Runtime): Promise<Answer> {
  const lookup: Lookup = { rt, calls: 0, seen: new Map<string, Passage[]>() };
  const anchors = new Map<string, { passage: Passage; name: string }>();
  const kept = new Map<string, Passage>();
  try {
    for (const readings of nameReadings(task.question)) {
      for (const anchor of await anchorsOf(readings, task.question, lookup)) anchors.set(anchor.passage.title, anchor);
    }
    if (anchors.size === 0) {
      const hits = await rt.tools.search({ query: task.question, k: 1 });
      for (const hit of hits) anchors.set(hit.title, { passage: hit, name: hit.title });
    }
    const starts = [...anchors.values()];
    for (const start of starts) kept.set(start.passage.title, start.passage);
    const stepped = /\b(?:maker|author|writer|creator|composer|painter|founder|teacher|master|tutor|person|people|who|whom|whose|place|town|home|organi[sz]ation|employer)\b/i;
    const bare = starts.reduce((text, start) => text.split(start.name).join(' '), task.question).replace(/^\s*(?:who|whom|whose)\b/i, '');
    rt.note('anchors', { titles: [...kept.keys()] });
    if (starts.length < 2 || stepped.test(bare)) {
      const trails: Passage[][] = [];
      for (const start of starts.slice(0, 3)) {
        const hops = planHops(task.question, start.name);
        rt.note('planned steps', { from: start.passage.title, hops: hops.map((hop) => hop.name) });
        trails.push(await followHops(start.passage, hops, task.question, lookup));
      }
      for (let place = 0; place < 8; place += 1) {
        for (const trail of trails) if (trail[place]) kept.set(trail[place].title, trail[place]);
      }
    }
  } catch (error) {
    rt.note('the search for evidence broke off', { error: String(error) });
  }
  const evidence = [...kept.keys()].slice(0, 5);
  const year = /\b1\d{3}\b|\b20\d{2}\b/.exec(kept.get(evidence[1] ?? evidence[0] ?? '')?.text ?? '')?.[0] ?? '';
  return { answer: /\b(?:when|year)\b/i.test(task.question) ? year : '', evidence };
}
