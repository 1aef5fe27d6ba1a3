import type { Runtime } from 'espalier/runtime';
import { normalise } from './text.js';

/** A passage of the collection. */
export type Passage = { title: string; text: string };

/** What a run has read so far, by title, the titles that it tried to open, and how many tool calls it may still make. */
export type Library = { passages: Map<string, Passage>; tried: Set<string>; callsLeft: number };

/** Searches, and gives the best score (0 when nothing came back). The passages go into the library. */
export async function gather(query: string, k: number, library: Library, rt: Runtime): Promise<number> {
  if (library.callsLeft <= 0) return 0;
  library.callsLeft -= 1;
  try {
    const hits = await rt.tools.search({ query, k });
    for (const { title, text } of hits) library.passages.set(title, { title, text });
    return hits.length > 0 ? hits[0].score : 0;
  } catch (error) {
    rt.note('search failed', { query, error: String(error) });
    return 0;
  }
}

/** Opens `name` as a title; when there is none, opens the titles named by the error that differ by a suffix only. */
export async function openName(name: string, library: Library, rt: Runtime): Promise<void> {
  const waiting = [name];
  while (waiting.length > 0 && library.callsLeft > 0) {
    const title = waiting.shift() ?? name;
    if (library.tried.has(title.toLowerCase())) continue;
    library.tried.add(title.toLowerCase());
    library.callsLeft -= 1;
    try {
      const passage = await rt.tools.open({ title });
      library.passages.set(passage.title, { title: passage.title, text: passage.text });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const quoted = [...message.matchAll(/[“"]([^“”"]+)[”"]/g)].map((match) => match[1]);
      const listed = message.split(/[;:|\n]\s*|,\s+/).map((piece) => piece.trim().replace(/[.?]$/, ''));
      const near = [...quoted, ...listed].filter((piece) => piece !== title && normalise(piece, true) === normalise(name, true));
      waiting.push(...near.slice(0, 4));
    }
  }
}
