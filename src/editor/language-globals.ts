/**
 * Values that every function has without declaring them. A file's own declaration of such a name would change what
 * functions that no edit names do.
 */
export const LANGUAGE_GLOBALS: ReadonlySet<string> = new Set(
  `AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError
  FinalizationRegistry Float32Array Float64Array Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN
  Number Object Promise RangeError ReferenceError RegExp Set String Symbol SyntaxError TypeError URIError Uint16Array
  Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI
  encodeURIComponent escape isFinite isNaN parseFloat parseInt undefined unescape`.split(/\s+/),
);
