import type { HarnessInterface } from '../../ports/interface.js';
import type { Json, JsonSchema } from '../../task/json.js';

/** What the search patterns need of a family: a question, one tool that finds named texts, an answer that lists names. */
export interface SearchTool {
  /** The tool's name, and those of its arguments: the text looked for, and the most results where it takes one. */
  readonly tool: string;
  readonly query: string;
  readonly limit?: string;
  /** Most results of one call; undefined when the tool sets no bound. */
  readonly mostResults: number | undefined;
  /** Members of one result. */
  readonly title: string;
  readonly text: string;
  /** The member of the task that holds the question. */
  readonly question: string;
  /** The member of the answer that lists what was found, and how many it may list. */
  readonly list: string;
  readonly mostListed: number;
  /** The answer's other members, as TypeScript literals that say nothing: `answer: ''`. */
  readonly blanks: readonly string[];
}

const object = (value: Json | undefined): JsonSchema | undefined =>
  // A JSON object: neither null nor a list, by the checks on this line.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : undefined;
const members = (schema: JsonSchema | undefined): readonly (readonly [string, JsonSchema])[] =>
  Object.entries(object(schema?.['properties']) ?? {}).map(([name, of]) => [name, object(of) ?? {}]);
const typed = (schema: JsonSchema | undefined, type: string): readonly string[] =>
  members(schema).flatMap(([name, of]) => (of['type'] === type ? [name] : []));
const whole = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined);

/** Titles are what results are told apart by; the other text is what they say. */
const TITLES = /^(?:title|name|heading|id|key)$/i;
const BLANKS: Readonly<Record<string, string>> = { string: "''", number: '0', integer: '0', boolean: 'false' };

/**
 * Finds in an interface what the search patterns work with. `undefined` when the family is of another kind: no tool that
 * takes a text and gives a list of titled texts, no text in the task, or no list of names in the answer.
 */
export function findSearchTool({ schemas }: HarnessInterface): SearchTool | undefined {
  const question = typed(schemas.task, 'string')[0];
  const list = members(schemas.answer).find(
    ([, of]) => of['type'] === 'array' && object(of['items'])?.['type'] === 'string',
  );
  const blanks = members(schemas.answer).flatMap(([name, of]) =>
    name === list?.[0] ? [] : [[name, typeof of['type'] === 'string' ? BLANKS[of['type']] : undefined] as const],
  );
  if (question === undefined || list === undefined || blanks.some(([, blank]) => blank === undefined)) return undefined;
  for (const [tool, { input, output }] of Object.entries(schemas.tools)) {
    const query = typed(input, 'string');
    const counts = members(input).filter(([, of]) => of['type'] === 'integer' || of['type'] === 'number');
    if (query[0] === undefined || query.length > 1 || counts.length > 1) continue;
    if (members(input).length > query.length + counts.length || output['type'] !== 'array') continue;
    const texts = typed(object(output['items']), 'string');
    const title = texts.find((name) => TITLES.test(name));
    const text = texts.find((name) => name !== title);
    if (title === undefined || text === undefined) continue;
    const limit = counts[0];
    return {
      tool,
      query: query[0],
      ...(limit === undefined ? {} : { limit: limit[0] }),
      mostResults: whole(limit?.[1]['maximum']),
      title,
      text,
      question,
      list: list[0],
      mostListed: whole(list[1]['maxItems']) ?? 5,
      blanks: blanks.map(([name, blank]) => `${name}: ${String(blank)}`),
    };
  }
  return undefined;
}
