import type { Lookup, Passage } from './lookup.js';
import { resolveName } from './lookup.js';

/**
 * The passages that one span of `text` names, given by its `readings`: every reading that resolves and does not overlap one
 * taken before. Of namesakes, the one whose bracketed qualifier stands next to the name in `text` comes first.
 */
export async function anchorsOf(readings: readonly string[], text: string, lookup: Lookup): Promise<{ passage: Passage; name: string }[]> {
  const qualifierOf = (passage: Passage): string => /\(([^()]*)\)\s*$/.exec(passage.title)?.[1].toLowerCase() ?? '';
  const taken: { passage: Passage; name: string }[] = [];
  for (const name of readings.slice(0, 12)) {
    const overlaps = taken.some((other) => other.name.includes(name) || name.includes(other.name) || qualifierOf(other.passage) === name.toLowerCase());
    if (overlaps) continue;
    const passages = await resolveName(name, lookup);
    const at = text.indexOf(name);
    const around = text.slice(Math.max(0, at - 40), at + name.length + 40).toLowerCase();
    const before = text.slice(0, Math.max(0, at)).toLowerCase().trimEnd();
    const nearness = (passage: Passage): number => {
      const qualifier = qualifierOf(passage);
      if (qualifier === '') return 0;
      return before.endsWith(qualifier) ? 2 : around.includes(qualifier) ? 1 : 0;
    };
    const passage = [...passages].sort((a, b) => nearness(b) - nearness(a))[0];
    if (passage) taken.push({ passage, name });
  }
  return taken;
}
