// Guest-safe.
const prototypeOf = Object.getPrototypeOf as (value: object) => object | null; // typed any by the library
const propertyOf = Object.getOwnPropertyDescriptor;
const apply = Reflect.apply;
const exec = RegExp.prototype.exec;
const slice = String.prototype.slice;

const FRAME = /^\s+at (\S+) \([^\n]*\)\n?/;
/** More classes than an error inherits from, and more frames than they have. */
const MOST = 20;

/**
 * A stack without the frames of the error's own constructors at its top: QuickJS lists them, V8 begins where the error is
 * made. Guest-safe; calls no getter.
 */
export function withoutOwnFrames(error: object, stack: string): string {
  let rest = stack;
  // V8 puts the error's text before the frames, and lists none of these.
  for (let count = 0; count < MOST; count += 1) {
    const frame = apply(exec, FRAME, [rest]);
    const name = frame?.[1];
    if (frame === null || name === undefined || !(name === 'construct' || inherits(error, name))) break;
    rest = apply(slice, rest, [frame[0].length]);
  }
  return rest;
}

/** Whether a class of this name is the error's, or one that it extends. */
function inherits(error: object, name: string): boolean {
  let at = prototypeOf(error);
  for (let count = 0; count < MOST && at !== null; count += 1) {
    const type: unknown = propertyOf(at, 'constructor')?.value;
    if (typeof type === 'function' && propertyOf(type, 'name')?.value === name) return true;
    at = prototypeOf(at);
  }
  return false;
}
