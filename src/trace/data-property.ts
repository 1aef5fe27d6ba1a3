/** A data property, own or inherited, read without calling any getter; `undefined` where there is none. */
export function dataProperty(value: object, key: string): unknown {
  let holder: object | null = value;
  while (holder !== null) {
    const property = Object.getOwnPropertyDescriptor(holder, key);
    if (property !== undefined) return property.value;
    holder = Object.getPrototypeOf(holder) as object | null; // typed any by the library
  }
  return undefined;
}
