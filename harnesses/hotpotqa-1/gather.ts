import type { Runtime } from 'espalier/runtime';

/** A passage of the collection. */
export type Passage = { readonly title: string; readonly text: string };

/**
 * Searches for each query that was not asked yet, while the budget of calls lasts, and puts what it finds into `pool`.
 * Gives the score of the best hit of each query, in order; 0 where there is none.
 */
export async function gather(queries: readonly string[], pool: Map<string, Passage>, asked: Set<string>, rt: Runtime): Promise<number[]> {
  const callBudget = 180;
  const best: number[] = [];
  for (const query of queries) {
    const key = query.trim().toLowerCase();
    let top = 0;
    if (key !== '' && !asked.has(key) && asked.size < callBudget) {
      asked.add(key);
      try {
        for (const hit of await rt.tools.search({ query, k: 10 })) {
          pool.set(hit.title, { title: hit.title, text: hit.text });
          top = Math.max(top, hit.score);
        }
      } catch (error) {
        rt.note('search failed', { query, error: String(error) });
      }
    }
    best.push(top);
  }
  return best;
}
