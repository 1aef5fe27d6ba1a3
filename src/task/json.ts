/** Any JSON value: all that ever crosses between host and harness. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON Schema (draft 2020-12), as zod's `toJSONSchema` writes it. */
export type JsonSchema = { readonly [key: string]: Json };

/** JSON text with object keys sorted by code unit, so that equal values have equal text. `undefined` members are left out. */
export function canonicalJson(value: unknown): string {
  // Ordered first: with a replacer, `JSON.stringify` takes half as long again.
  return JSON.stringify(ordered(value));
}

/** The same value with the keys of every object in order; `toJSON` counts as it does for `JSON.stringify`. */
function ordered(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(ordered);
  const { toJSON } = value as { readonly toJSON?: unknown }; // any object may have one
  if (typeof toJSON === 'function') return ordered(JSON.parse(JSON.stringify(value)) as unknown);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([key, inner]) => [key, ordered(inner)]));
}
