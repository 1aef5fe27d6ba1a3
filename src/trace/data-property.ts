// Taken before harness code runs.
const propertyOf = Object.getOwnPropertyDescriptor;
const prototypeOf = Object.getPrototypeOf as (value: object) => object | null; // typed any by the library

/** A data property, own or inherited, read without calling any getter; `undefined` where there is none. */
export function dataProperty(value: object, key: string): unknown {
  let holder: object | null = value;
  while (holder !== null) {
    const property = propertyOf(holder, key);
    if (property !== undefined) return property.value;
    holder = prototypeOf(holder);
  }
  return undefined;
}
