import type { Hop } from './hops.js';
import type { Lookup, Passage } from './lookup.js';
import { resolveName } from './lookup.js';
import { nameReadings } from './names.js';
import { relationFit } from './fit.js';

/** A passage that another one leads to, and how well the link fits the step that was asked for. */
export type Link = { passage: Passage; score: number };

/**
 * The passages that `source` names, and those that name `source`, best first. A link scores by the sentence around the name
 * (`relationFit`), by the kind of passage it leads to (`hop.target`), and by what ties the two passages together.
 */
export async function linksOf(source: Passage, hop: Hop | undefined, question: string, lookup: Lookup): Promise<Link[]> {
  const plain = (title: string): string => title.replace(/\s+\([^()]*\)\s*$/, '');
  const asked = new Set((question.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !/^(?:what|which|when|where|whose|that|this|does|with|from|person|have|into)$/.test(word)));
  const best = new Map<string, Link>();
  const add = (passage: Passage, score: number): void => {
    if (passage.title === source.title) return;
    const qualifier = /\(([^()]*)\)\s*$/.exec(passage.title)?.[1].toLowerCase();
    const tied = passage.text.includes(plain(source.title)) ? 1 : 0;
    const named = qualifier && source.text.toLowerCase().includes(qualifier) ? 1.5 : 0;
    const kind = hop?.target.test(passage.text) ? 1.5 : 0;
    const text = passage.text.toLowerCase();
    const shared = Math.min(4, [...asked].filter((word) => text.includes(word)).length) * 0.25;
    const total = score + tied + named + kind + shared;
    const old = best.get(passage.title);
    if (!old || old.score < total) best.set(passage.title, { passage, score: total });
  };
  for (const readings of nameReadings(source.text).slice(0, 24)) {
    let reached = false;
    for (const name of readings.slice(0, 6)) {
      if (reached || plain(name).toLowerCase() === plain(source.title).toLowerCase()) continue;
      for (const passage of await resolveName(name, lookup)) {
        if (passage.title === source.title) continue;
        reached = name === readings[0];
        add(passage, 2 + relationFit(source.text, name, hop));
      }
    }
  }
  if (lookup.calls <= 190) {
    lookup.calls += 1;
    try {
      for (const hit of await lookup.rt.tools.search({ query: source.title, k: 10 })) {
        const name = plain(source.title);
        if (hit.text.includes(name)) add({ title: hit.title, text: hit.text }, relationFit(hit.text, name, hop) - 1);
      }
    } catch (error) {
      lookup.rt.note('search for mentions failed', { title: source.title, error: String(error) });
    }
  }
  return [...best.values()].sort((a, b) => b.score - a.score);
}
