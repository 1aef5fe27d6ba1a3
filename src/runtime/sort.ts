import { bareList } from './bare-list.js';
import { timSort } from './tim-sort.js';

const define = Object.defineProperty;
const apply = Reflect.apply;
const isArray = Array.isArray;
const toNumber = Number;
const has = Object.prototype.hasOwnProperty;
const { sort, toSorted, toSpliced } = Array.prototype;
/** Only QuickJS has this error; it is looked for before the features that one engine alone has are taken away. */
const asksInOwnOrder = (globalThis as { readonly InternalError?: unknown }).InternalError !== undefined; // absent elsewhere

type Comparator = (one: unknown, other: unknown) => unknown;

/**
 * A comparator is harness code and leaves its nodes in the trace: where the engine asks it in an order of its own (QuickJS), sorting
 * is replaced by one that asks as V8 does. Sorting without a comparator runs no harness code and stays.
 */
export function installSort(): void {
  if (!asksInOwnOrder) return;
  const methods = {
    sort(this: unknown, compare: unknown): unknown {
      // Holes may show members of a prototype: a list with any is the engine's own affair.
      if (typeof compare !== 'function' || !isArray(this) || !dense(this)) return apply(sort, this, [compare]);
      place(this, sorted(this, compare as Comparator)); // any function may be one
      return this;
    },
    toSorted(this: unknown, compare: unknown): unknown {
      if (typeof compare !== 'function' || !isArray(this) || !dense(this)) return apply(toSorted, this, [compare]);
      const copy: unknown[] = apply(toSpliced, this, []) as unknown[]; // a plain array
      place(copy, sorted(copy, compare as Comparator)); // as above
      return copy;
    },
  };
  for (const name of ['sort', 'toSorted'] as const) {
    define(Array.prototype, name, { value: methods[name], writable: true, configurable: true, enumerable: false });
  }
}

function dense(list: readonly unknown[]): boolean {
  for (let at = 0; at < list.length; at += 1) if (!apply(has, list, [at])) return false;
  return true;
}

/** The values in order; `undefined` comes last, and no comparator is asked about it. */
function sorted(list: readonly unknown[], compare: Comparator): readonly unknown[] {
  const values = bareList<unknown>();
  const { length } = list;
  for (let at = 0; at < length; at += 1) if (list[at] !== undefined) values[values.length] = list[at];
  timSort(values, (one, other) => toNumber(apply(compare, undefined, [one, other])));
  for (let at = values.length; at < length; at += 1) values[at] = undefined;
  return values;
}

/** Into the list's own places, as an assignment does: a frozen list refuses. */
function place(list: unknown[], values: readonly unknown[]): void {
  for (let at = 0; at < values.length; at += 1) list[at] = values[at];
}
