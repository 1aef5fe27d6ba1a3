const define = Object.defineProperty;
const setPrototypeOf = Object.setPrototypeOf;
const listPrototype = Array.prototype;

/**
 * Gives an object its methods as properties of its own, so that what harness code does to the class later changes
 * nothing here. Guest-safe.
 */
export function ownMethods<T extends object>(object: T, names: readonly (keyof T)[]): T {
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index];
    if (name !== undefined) define(object, name, { value: object[name] });
  }
  return object;
}

/** A list that inherits nothing: an index setter that harness code puts on `Array.prototype` is never met. Guest-safe. */
export function ownList<T>(list: T[] = []): T[] {
  setPrototypeOf(list, null);
  return list;
}

/** A list of `ownList` as one with all its methods again, for whoever only reads it. Guest-safe. */
export function asList<T>(list: T[]): T[] {
  setPrototypeOf(list, listPrototype);
  return list;
}
