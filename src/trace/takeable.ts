import { keepText } from './native-error.js';

const NativeTypeError = TypeError;
const iterator: typeof Symbol.iterator = Symbol.iterator;

/** Both engines say the same of a `value` that cannot be taken apart. @throws TypeError that says what was expected of `text`. */
export function requireTakeable(value: unknown, text: string, isList: boolean): void {
  if (value === undefined || value === null) {
    throw kept(`Cannot destructure ${text} as it is ${value === null ? 'null' : 'undefined'}`);
  }
  if (isList && typeof (value as { readonly [Symbol.iterator]?: unknown })[iterator] !== 'function') {
    throw kept(`${text} is not iterable`);
  }
}

function kept(message: string): TypeError {
  const error = new NativeTypeError(message);
  keepText(error);
  return error;
}
