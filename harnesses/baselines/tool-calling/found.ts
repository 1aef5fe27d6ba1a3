import type { Runtime } from 'espalier/runtime';

/** What the calls have brought. */
export interface Found {
  /** Title → text, in the order in which they came. */
  readonly passages: Map<string, string>;
  /** Names of the calls that were made. */
  readonly asked: Set<string>;
}

/** Searches and keeps the passages; a search that fails brings nothing. */
export async function keep(found: Found, query: string, rt: Runtime): Promise<void> {
  try {
    for (const { title, text } of await rt.tools.search({ query, k: 3 })) found.passages.set(title, text);
  } catch (error) {
    rt.note('the call failed', { query, error: String(error) });
  }
}
