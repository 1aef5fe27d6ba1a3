import { canonicalJson, type Json } from '../task/json.js';
import { shown } from '../task/shown.js';

/** Where two JSON values first differ, and what stands there in each. */
export interface Difference {
  /** `body.tasks[3].candidate`; empty for the values themselves. */
  readonly field: string;
  readonly recorded: string;
  readonly derived: string;
}

const MOST_CHARS = 200;

/** The first difference in the order of the recorded members; none when both have the same canonical text. */
export function firstDifference(recorded: unknown, derived: unknown, field = ''): Difference | undefined {
  if (canonicalJson(recorded ?? null) === canonicalJson(derived ?? null)) return undefined;
  if (Array.isArray(recorded) && Array.isArray(derived)) {
    const [was, is]: readonly (readonly unknown[])[] = [recorded, derived];
    for (let index = 0; index < Math.max(was?.length ?? 0, is?.length ?? 0); index += 1) {
      const found = firstDifference(was?.[index], is?.[index], `${field}[${String(index)}]`);
      if (found) return found;
    }
  } else if (isObject(recorded) && isObject(derived)) {
    for (const key of new Set([...Object.keys(recorded), ...Object.keys(derived)])) {
      const found = firstDifference(recorded[key], derived[key], field === '' ? key : `${field}.${key}`);
      if (found) return found;
    }
  }
  return { field, recorded: shown(recorded, MOST_CHARS), derived: shown(derived, MOST_CHARS) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as it is after a journal: without `undefined` members. */
export const asJournaled = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json; // written by JSON.stringify
