import type { Runtime } from 'espalier/runtime';

/** A passage of the collection. */
export type Passage = { title: string; text: string };

/** What a run has looked up so far. */
export type Lookup = { readonly rt: Runtime; calls: number; readonly seen: Map<string, Passage[]> };

/**
 * The passages whose title is `name`, with or without a bracketed qualifier: the exact title first, namesakes after it.
 * Remembers its results in `lookup`, and gives none once the calls are used up.
 */
export async function resolveName(name: string, lookup: Lookup): Promise<Passage[]> {
  const key = name.toLowerCase();
  const known = lookup.seen.get(key);
  if (known) return known;
  if (lookup.calls > 180) return [];
  const base = (title: string): string => title.replace(/\s+\([^()]*\)\s*$/, '').replace(/^the\s+/i, '').trim().toLowerCase();
  const found = new Map<string, Passage>();
  const open = async (title: string): Promise<string> => {
    lookup.calls += 1;
    try {
      const passage = await lookup.rt.tools.open({ title });
      found.set(passage.title, { title: passage.title, text: passage.text });
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };
  const complaint = await open(name);
  lookup.calls += 1;
  try {
    for (const hit of await lookup.rt.tools.search({ query: name, k: 10 })) {
      if (base(hit.title) === base(name)) found.set(hit.title, { title: hit.title, text: hit.text });
    }
  } catch (error) {
    lookup.rt.note('search for a name failed', { name, error: String(error) });
  }
  const start = complaint.toLowerCase().lastIndexOf(`${key} (`);
  const end = start < 0 ? -1 : complaint.indexOf(')', start);
  if (found.size === 0 && end > start) await open(complaint.slice(start, end + 1));
  const passages = [...found.values()];
  lookup.seen.set(key, passages);
  return passages;
}
