import type { Piece, Plan } from '../operator.js';
import type { SearchTool } from '../search-tool.js';

const argumentsOf = (plan: Plan, tool: SearchTool): string =>
  [
    tool.query === 'query' ? 'query' : `${tool.query}: query`,
    ...(tool.limit === undefined ? [] : [`${tool.limit}: ${String(plan.get('results'))}`]),
  ].join(', ');

const resultOf = (tool: SearchTool): string =>
  `hits.map((hit, place) => ({ ${tool.title}: hit.${tool.title}, ${tool.text}: hit.${tool.text}, score: 1 / (1 + place) }))`;

/** One call of the search tool. */
export const searchOnce: Piece = {
  name: 'searchOnce',
  file: 'search-once.ts',
  dependsOn: ['results', 'recover'],
  code: (plan, tool) =>
    plan.get('recover') === true
      ? `/** Searches for one query; the first hit has a score of 1, later ones less. A query that the tool refuses finds nothing. */
export async function searchOnce(query: string, rt: Runtime): Promise<Lead[]> {
  try {
    const hits = await rt.tools.${tool.tool}({ ${argumentsOf(plan, tool)} });
    return ${resultOf(tool)};
  } catch (error) {
    rt.note('search failed', { query, error: String(error) });
    return [];
  }
}`
      : `/** Searches for one query; the first hit has a score of 1, later ones less. */
export async function searchOnce(query: string, rt: Runtime): Promise<Lead[]> {
  const hits = await rt.tools.${tool.tool}({ ${argumentsOf(plan, tool)} });
  return ${resultOf(tool)};
}`,
};

/** All queries, one after the other. */
export const searchAll: Piece = {
  name: 'searchAll',
  file: 'search-all.ts',
  dependsOn: [],
  code: () => `/** Searches for every query and merges what they find, best first. */
export async function searchAll(queries: readonly string[], rt: Runtime): Promise<Lead[]> {
  const rankings: Lead[][] = [];
  for (const query of queries) rankings.push(await searchOnce(query, rt));
  return mergeRankings(rankings);
}`,
};
