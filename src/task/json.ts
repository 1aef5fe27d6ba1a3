/** Any JSON value: all that ever crosses between host and harness. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON Schema (draft 2020-12), as zod's `toJSONSchema` writes it. */
export type JsonSchema = { readonly [key: string]: Json };

/** JSON text with object keys sorted by code unit, so that equal values have equal text. `undefined` members are left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    const entries = Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return Object.fromEntries(entries);
  });
}
