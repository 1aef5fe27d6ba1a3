import type { Json, JsonSchema } from '../../task/json.js';

/** One value to choose and the text that stands for it. */
export interface Option {
  readonly value: Json;
  readonly text: string;
}

/** The values that a schema leaves to choose from; `undefined` when it is no such schema. `null` is never chosen. */
export function valueChoices(schema: JsonSchema): readonly Json[] | undefined {
  if (schema['const'] !== undefined) return [schema['const']];
  if (Array.isArray(schema['enum'])) return schema['enum'].length > 0 ? (schema['enum'] as readonly Json[]) : undefined; // an array of Json
  const variants: Json | undefined = schema['anyOf'];
  if (!Array.isArray(variants)) return undefined;
  const values: Json[] = [];
  for (const variant of variants as readonly Json[]) {
    // Members of anyOf are schemas: objects.
    if (!isObject(variant)) return undefined;
    if (variant['type'] === 'null') continue;
    const inner = valueChoices(variant);
    if (inner === undefined) return undefined;
    values.push(...inner);
  }
  return values.length > 0 ? values : undefined;
}

/**
 * The options with their texts. Where the input has an object with a text for every value (`{ search: 'look for …',
 * finish: '…' }`), those texts describe the values, and the rest of the input is what the choice is about.
 */
export function describedOptions(
  values: readonly Json[],
  input: Json,
): { readonly options: readonly Option[]; readonly rest: Json } {
  const plain = values.map((value) => ({ value, text: typeof value === 'string' ? value : JSON.stringify(value) }));
  if (!isObject(input)) return { options: plain, rest: input };
  for (const [name, member] of Object.entries(input)) {
    if (!isObject(member)) continue;
    const options = plain.flatMap(({ value, text }) => {
      const described = Object.hasOwn(member, text) ? member[text] : undefined;
      return typeof described === 'string' ? [{ value, text: described }] : [];
    });
    if (options.length !== plain.length) continue;
    return { options, rest: Object.fromEntries(Object.entries(input).filter(([other]) => other !== name)) };
  }
  return { options: plain, rest: input };
}

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
