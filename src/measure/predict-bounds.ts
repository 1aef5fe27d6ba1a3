import type { Json } from '../task/json.js';

/** What one `predict` may bring to the host at most; each value and member name of the JSON is one value. */
export const PREDICT_BOUNDS = {
  /** Values of `output`, levels of its nesting, and properties of all its objects together. */
  schemaValues: 2_000,
  schemaDepth: 64,
  schemaProperties: 200,
  /** Values of `input` and levels of its nesting. */
  inputValues: 20_000,
  inputDepth: 64,
  /** Levels of a reply, and its values times those of `output`: what checking one against the other may cost. */
  replyDepth: 256,
  replyChecks: 250_000,
} as const;

/** Size of a JSON value: how many values it holds, itself counted, and how deep they lie; a scalar has depth 0. */
export interface Extent {
  readonly values: number;
  readonly depth: number;
}

/** Measures without recursion, so that no nesting can break it, and stops soon after `mostValues`. */
export function extentOf(value: Json, mostValues: number = Number.MAX_SAFE_INTEGER): Extent {
  let values = 1;
  let depth = 0;
  let level: readonly Json[] = [value];
  while (values <= mostValues) {
    const below: Json[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      for (const inner of Object.values(item)) below.push(inner);
    }
    if (below.length === 0 && !level.some((item) => typeof item === 'object' && item !== null)) break;
    depth += 1;
    values += below.length;
    level = below;
  }
  return { values, depth };
}

/** Which of two bounds a value is over, in words: `more than 64 levels deep`; `undefined` within both. */
function over(value: Json, mostValues: number, mostDepth: number): string | undefined {
  const { values, depth } = extentOf(value, mostValues);
  if (values > mostValues) return `has more than ${String(mostValues)} values`;
  return depth > mostDepth
    ? `is nested ${String(depth)} levels deep; at most ${String(mostDepth)} are read`
    : undefined;
}

/** Why an input may not go into a prediction, or `undefined`. */
export function inputFault(input: Json): string | undefined {
  const fault = over(input, PREDICT_BOUNDS.inputValues, PREDICT_BOUNDS.inputDepth);
  return fault === undefined ? undefined : `predict's input ${fault}: give the model less.`;
}

const BUILD_IT = "build it with espalier/runtime's s.";

/**
 * Why a value is no schema that a prediction may ask for, or `undefined`. Only what the schema builder makes is one, within
 * bounds: other members would be the guest's program on the host (regular expressions, references, endless unions).
 */
export function schemaFault(schema: Json): string | undefined {
  const { schemaValues, schemaDepth, schemaProperties } = PREDICT_BOUNDS;
  const fault = over(schema, schemaValues, schemaDepth);
  if (fault !== undefined) return `predict's output ${fault}: ask for less in one call.`;
  const open: Json[] = [schema];
  let properties = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isObject(next)) return `predict's output has ${kindOf(next)} where a schema belongs: ${BUILD_IT}`;
    for (const [key, value] of Object.entries(next)) {
      const member = MEMBERS.get(key);
      if (member === undefined) return `predict's output may not use ${key.slice(0, 100)}: ${BUILD_IT}`;
      const inner = member(value);
      if (inner === undefined) return `predict's output has ${kindOf(value)} as "${key}": ${BUILD_IT}`;
      for (const one of inner) open.push(one);
      if (key === 'properties') properties += inner.length;
    }
    if (properties > schemaProperties)
      return `predict's output has more than ${String(schemaProperties)} properties: ask for less in one call.`;
  }
  return undefined;
}

/** The schemas in the value of a member; `undefined` where that is no such value. */
type Member = (value: Json) => readonly Json[] | undefined;

const plain =
  (holds: (value: Json) => boolean): Member =>
  (value) =>
    holds(value) ? [] : undefined;
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !isList(value);
const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null;
const isText = (value: Json): boolean => typeof value === 'string';
const number = plain((value) => typeof value === 'number');
const TYPES: ReadonlySet<Json> = new Set<Json>(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** What the schema builder writes. */
const MEMBERS: ReadonlyMap<string, Member> = new Map([
  ['type', plain((value) => TYPES.has(value))],
  ['description', plain(isText)],
  ['const', plain(isScalar)],
  ['enum', plain((value) => isList(value) && value.length > 0 && value.every(isScalar))],
  ['required', plain((value) => isList(value) && value.every(isText))],
  ['properties', (value) => (isObject(value) ? Object.values(value) : undefined)],
  ['additionalProperties', (value) => (typeof value === 'boolean' ? [] : isObject(value) ? [value] : undefined)],
  ['items', (value) => (isObject(value) ? [value] : undefined)],
  ['anyOf', (value) => (isList(value) && value.length > 0 ? value : undefined)],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'].map((name) => [name, number] as const),
]);

const kindOf = (value: Json): string =>
  value === null
    ? 'null'
    : isList(value)
      ? 'a list'
      : isObject(value)
        ? 'an object'
        : `${typeof value} ${JSON.stringify(value).slice(0, 60)}`;

/** Why a reply may not be checked against its schema, or `undefined`. */
export function replyFault(reply: Json, schemaValues: number): string | undefined {
  const { replyDepth, replyChecks } = PREDICT_BOUNDS;
  const fault = over(reply, Math.floor(replyChecks / Math.max(1, schemaValues)), replyDepth);
  return fault === undefined ? undefined : `it ${fault}.`;
}
