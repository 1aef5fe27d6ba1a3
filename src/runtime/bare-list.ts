const setPrototypeOf = Object.setPrototypeOf;

/** An array without a prototype: no setter that harness code put on one meets what is written to it. */
export function bareList<T>(): T[] {
  return setPrototypeOf([], null) as T[]; // still an array
}
