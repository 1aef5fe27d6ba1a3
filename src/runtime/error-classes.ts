import { keepText } from '../trace/native-error.js';

const construct = Reflect.construct;
const define = Object.defineProperty;
const setPrototypeOf = Object.setPrototypeOf;

type ErrorClass = new (message?: string, options?: { readonly cause?: unknown }) => Error;
const CLASSES: readonly (readonly [name: string, type: ErrorClass])[] = [
  ['TypeError', TypeError],
  ['RangeError', RangeError],
  ['SyntaxError', SyntaxError],
  ['ReferenceError', ReferenceError],
  ['URIError', URIError],
];

/**
 * Puts a stand-in in the place of each class that builtins throw, so that an error which harness code makes is known as
 * such and keeps its text. Instances, `instanceof` and subclasses are as ever.
 */
export function installErrorClasses(target: object): void {
  for (let index = 0; index < CLASSES.length; index += 1) {
    const one = CLASSES[index];
    if (one !== undefined) installClass(target, one[0], one[1]);
  }
}

function installClass(target: object, name: string, Native: ErrorClass): void {
  function Made(...args: readonly unknown[]): unknown {
    const asked = new.target as unknown; // a plain call has none, whatever its type says
    // The library's type does not know that `construct` gives an instance of its first argument.
    const error = construct(Native, args, asked === undefined ? Made : new.target) as Error;
    keepText(error);
    return error;
  }
  Made.prototype = Native.prototype as object; // the library says `any`
  setPrototypeOf(Made, Error);
  const hidden = (object: object, key: string, value: unknown): void => {
    define(object, key, { value, writable: true, configurable: true, enumerable: false });
  };
  hidden(Made, 'name', name);
  hidden(Made, 'length', 1);
  hidden(Native.prototype as object, 'constructor', Made); // the library says `any`
  hidden(target, name, Made);
}
