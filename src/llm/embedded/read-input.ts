import type { Json } from '../../task/json.js';

/** All texts and numbers of an input, as one text. */
export const inputText = (input: Json): string => leaves(input).join('. ');

/** The texts and numbers of a JSON value, in order. */
function leaves(value: Json): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((inner: Json) => leaves(inner));
}

const QUESTION_NAMES = ['question', 'query', 'claim', 'request'] as const;

/** A question and the texts that may answer it: the member with the question's name, and all others. */
export function questionAndPassages(
  input: Json,
): { readonly question: string; readonly passages: readonly string[] } | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const members = Object.entries(input);
  const asked = members.find(([name]) => QUESTION_NAMES.some((known) => known === name.toLowerCase()));
  if (typeof asked?.[1] !== 'string') return undefined;
  const passages = members.filter(([name]) => name !== asked[0]).flatMap(([, value]: [string, Json]) => leaves(value));
  return passages.length === 0 ? undefined : { question: asked[1], passages };
}

/** The two texts of `[a, b]` or `{ one: a, other: b }`. */
export function twoTexts(input: Json): readonly [string, string] | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const [first, second, ...others]: readonly Json[] = Object.values(input);
  return typeof first === 'string' && typeof second === 'string' && others.length === 0 ? [first, second] : undefined;
}
