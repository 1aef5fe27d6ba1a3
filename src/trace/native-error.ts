// Guest-safe. Taken before harness code runs, so that nothing it patches is called here.
const prototypeOf = Object.getPrototypeOf as (value: object) => unknown;
const setPrototypeOf = Object.setPrototypeOf;
const propertyOf = Object.getOwnPropertyDescriptor;
const define = Object.defineProperty;
const apply = Reflect.apply;
const test = RegExp.prototype.exec;
const rangeError = RangeError.prototype;

/** What builtins throw. `InternalError` is QuickJS's own. */
const NATIVE: readonly object[] = [
  TypeError.prototype,
  rangeError,
  SyntaxError.prototype,
  ReferenceError.prototype,
  URIError.prototype,
];
const AGGREGATE: unknown = AggregateError.prototype;
const world = globalThis as { readonly InternalError?: { readonly prototype: object } };
const INTERNAL = world.InternalError?.prototype;

/** The text of a call of what is no function, before the host names the callee from the source. */
export const NOT_A_FUNCTION = 'The called value is not a function';
/** Whether a text is `Cannot read properties of undefined`, before the host names the property from the source. */
export const cannotUse = (text: string): boolean =>
  apply(test, /^Cannot (?:read|set) properties of (?:undefined|null)$/, [text]) !== null;

type Rule = readonly [pattern: RegExp, text: string];
const FROM_BUILTIN: readonly Rule[] = [
  [
    /is not (?:a function|callable|a constructor)$|^not a (?:function|constructor)$|^The comparison function must be/,
    'The value that a builtin was to call is not a function',
  ],
];
const STACK_FULL = 'Maximum call stack size exceeded';
const NONE_FULFILLED = 'All promises were rejected';
/** What V8 or QuickJS says → what both say here. `$1` is the first group. The first rule that fits is taken. */
const RULES: readonly Rule[] = [
  [/^Cannot read properties of (undefined|null)\b/, 'Cannot read properties of $1'],
  [/^cannot read property 'Symbol\.(?:asyncI|i)terator' of (?:undefined|null)$/, 'The value is not iterable'],
  [/^cannot read property (?:'[^]*' )?of (undefined|null)$/, 'Cannot read properties of $1'],
  [/^Cannot set properties of (undefined|null)\b/, 'Cannot set properties of $1'],
  [/^cannot set property (?:'[^]*' )?of (undefined|null)$/, 'Cannot set properties of $1'],
  [/ is not (?:async )?iterable\b|^value is not iterable$|^Spread syntax requires/, 'The value is not iterable'],
  [/^(?:[^]* is )?not a (?:function|constructor)$/, NOT_A_FUNCTION],
  [/^'?([^]+?)'? is not defined$/, '$1 is not defined'],
  [
    /^this is not initialized$|^Must call super constructor/,
    "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
  ],
  [/^Cannot access '([^]+)' before initialization$/, "Cannot access '$1' before initialization"],
  [/^([^ ]+) is not initialized$/, "Cannot access '$1' before initialization"],
  [
    /^Assignment to constant variable|^Cannot assign to read only property|^'[^]*' is read-only$/,
    'Cannot assign to a constant or read-only property',
  ],
  [
    /^Cannot (?:add|define) property [^]*not extensible$|^object is not extensible$/,
    'Cannot add a property, object is not extensible',
  ],
  [/which has only a getter$|^no setter for property$/, 'Cannot set a property that has only a getter'],
  [/^Cannot delete property|^could not delete property$/, 'Cannot delete the property'],
  [/^invalid array length$/i, 'Invalid array length'],
  [/^Invalid typed array length|^invalid array index|^Invalid index/, 'Invalid index or length'],
  [/^Invalid count value|^invalid repeat count$/, 'Invalid count value'],
  [
    /digits argument must be|^to(?:Precision|Exponential)\(\) argument|^invalid number of digits$/,
    'The number of digits is out of range',
  ],
  [/radix.*must be between 2 and 36$/, 'toString() radix argument must be between 2 and 36'],
  [/^Invalid string length$|^(?:invalid )?string (?:too long|length)$/, 'Invalid string length'],
  [
    /^Cannot mix BigInt|^Cannot convert a BigInt value to a number$|^cannot convert bigint to number$|^bigint argument with unary \+$|both operands must be bigint/i,
    'Cannot mix BigInt and other types, use explicit conversions',
  ],
  [
    /because it is not an integer$|^cannot convert to BigInt: not an integer$/,
    'The number is not an integer and cannot be converted to a BigInt',
  ],
  [
    /^Cannot convert [^]* to a BigInt$|^invalid bigint literal$|^cannot convert to bigint$/i,
    'Cannot convert the value to a BigInt',
  ],
  [/^(?:BigInt )?division by zero$/i, 'Division by zero'],
  [/^BigInt negative exponent$|must be (?:positive|non-negative)$/, 'Exponent must be non-negative'],
  [/^Maximum BigInt size exceeded$|^BigInt is too large/, 'Maximum BigInt size exceeded'],
  [/^Converting circular structure|^circular reference$/, 'Converting circular structure to JSON'],
  [/^Reduce of empty array|^empty array$/, 'Reduce of empty array with no initial value'],
  [/^Cannot use 'in' operator|^invalid 'in' operand$/, "Cannot use 'in' operator on a value that is not an object"],
  [
    /^Right-hand side of 'instanceof'|^invalid 'instanceof' right operand$/,
    "Right-hand side of 'instanceof' is not callable",
  ],
  [
    /cannot be invoked without 'new'$|requires 'new'$|^class constructors must be invoked with 'new'$|^must be called with new$/,
    "A constructor cannot be invoked without 'new'",
  ],
  [
    /^Class extends value|^parent class must be constructor$/,
    'Class extends a value that is not a constructor or null',
  ],
  [/^Invalid time value$|^Date value is NaN$/, 'Invalid time value'],
  [/^Maximum call stack size exceeded$|^stack overflow$/, STACK_FULL],
  [/^cannot convert (?:a )?symbol (?:value )?to (?:a )?(string|number)$/i, 'Cannot convert a Symbol value to a $1'],
  [
    /^(?:The normalization form should be|bad normalization form)/,
    'The normalization form should be one of NFC, NFD, NFKC, NFKD.',
  ],
  [/^invalid code point/i, 'Invalid code point'],
  [
    /^Cannot convert undefined or null to object$|^Cannot destructure |^cannot convert to object$|called on null or undefined$|^null or undefined are forbidden$/,
    'Cannot convert undefined or null to object',
  ],
  [
    /non-global RegExp argument$|must be called with a global RegExp$|^regexp must have the 'g' flag$/,
    "The regular expression must have the 'g' flag",
  ],
  [/must not be a regular expression$|^regexp not supported$/, 'The argument must not be a regular expression'],
  [/^Generator is already running$|^cannot invoke a running generator$/, 'Generator is already running'],
  [
    /^Cannot (?:read|write|access) private |^private class field|^invalid brand|^(?:Object|Receiver) must be /,
    'The object does not have this private member',
  ],
  [/^invalid value used (?:as|in) weak/i, 'Invalid value used in a weak collection'],
  [/^Chaining cycle detected|^promise self resolution$/, 'Chaining cycle detected for promise'],
  [
    /incompatible receiver|^(?:not an? [A-Za-z]+|[A-Za-z ]+ object expected|not a [a-z]+)$/,
    'The value is not an object of the expected kind',
  ],
  [
    /is not an (?:entry )?object$|^not an object$|called on non-object$|may only be an Object or null/,
    'The value is not an object of the expected kind',
  ],
  [/^Invalid (?:regular expression|flags)|^invalid regular expression flags$/, 'Invalid regular expression'],
];

const NATIVE_FRAME = /^[^]*?\n?\s*at [^\n]*\((?:native|null:null:null|undefined:null:null|<anonymous>)\)/;
const FIRST_FRAME = /^(?:[^\n]*\n)??\s+at ([^\n]*)/;

const fits = (pattern: RegExp, text: string): RegExpExecArray | null => apply(test, pattern, [text]);

/** Whether the innermost frame of a stack is a builtin's. */
function fromBuiltin(error: object): string | undefined {
  const stack: unknown = (error as { readonly stack?: unknown }).stack; // an error's own, or its engine's accessor
  if (typeof stack !== 'string') return undefined;
  const frame = fits(FIRST_FRAME, stack)?.[1];
  return frame !== undefined && fits(NATIVE_FRAME, `    at ${frame}`) !== null ? frame : undefined;
}

/** Names of the same error, seen and not to be looked at again; and those that harness code made itself. */
const settled = new WeakSet();
const has = settled.has.bind(settled);
const add = settled.add.bind(settled);

/** Keeps an error that harness code makes as it is. */
export function keepText(error: object): void {
  add(error);
}

/** Called when the engine has said that its memory is full; never to return. */
export type OnMemoryFull = () => void;

/**
 * Gives an error that the engine itself threw the text that it has in every engine. What harness code made stays as it
 * is. Never throws.
 */
export function settleText(value: unknown, onMemoryFull: OnMemoryFull): void {
  if (typeof value !== 'object' || value === null || has(value)) return;
  try {
    settle(value, onMemoryFull);
  } catch {
    return; // a proxy's trap threw, the object is frozen, or the stack is full
  }
}

function settle(error: object, onMemoryFull: OnMemoryFull): void {
  const prototype = prototypeOf(error);
  const isInternal = INTERNAL !== undefined && prototype === INTERNAL;
  let isNative = isInternal || prototype === AGGREGATE;
  for (let index = 0; index < NATIVE.length; index += 1) isNative ||= NATIVE[index] === prototype;
  if (!isNative) return;
  const message = (propertyOf(error, 'message') as { readonly value?: unknown } | undefined)?.value; // typed any by the library
  if (typeof message !== 'string' && (prototype !== AGGREGATE || message !== undefined)) return;
  if (isInternal && message === 'out of memory') onMemoryFull();
  if (isInternal) setPrototypeOf(error, rangeError);
  // Here the stack may be too full for more calls: a later frame then tries again.
  const text =
    message === 'stack overflow'
      ? STACK_FULL
      : message === undefined || message === ''
        ? NONE_FULFILLED
        : commonText(error, message);
  add(error);
  hide(error, 'message', text);
  // Only one engine has frames where promises settle, and they are of code that has nothing to do with it.
  if (text === NONE_FULFILLED) hide(error, 'stack', text);
}

function hide(error: object, key: 'message' | 'stack', value: string): void {
  define(error, key, { value, writable: true, configurable: true, enumerable: false });
}

function commonText(error: object, message: string): string {
  if (error instanceof URIError) return 'URI malformed';
  const builtin = fromBuiltin(error);
  if (builtin !== undefined) {
    const found = ruled(FROM_BUILTIN, message);
    if (found !== undefined) return found;
    if (error instanceof SyntaxError && fits(/RegExp/, builtin) !== null) return 'Invalid regular expression';
  }
  return ruled(RULES, message) ?? message;
}

function ruled(rules: readonly Rule[], message: string): string | undefined {
  for (let index = 0; index < rules.length; index += 1) {
    const rule = rules[index];
    if (rule === undefined) continue;
    const found = fits(rule[0], message);
    if (found === null) continue;
    const cut = fits(/^([^]*)\$1([^]*)$/, rule[1]);
    return cut === null ? rule[1] : `${cut[1] ?? ''}${found[1] ?? ''}${cut[2] ?? ''}`;
  }
  return undefined;
}
