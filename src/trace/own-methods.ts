const define = Object.defineProperty;

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
