// Builtins are captured before harness code runs: patched ones must not confuse the bridge.
const quote = JSON.stringify;
const isArray = Array.isArray;
const ownKeys = Object.keys;
const finite = Number.isFinite;
const apply = Reflect.apply;
const tagOf = Object.prototype.toString;
const textOf = String;
const cut = String.prototype.slice;

/** Deepest nesting of a value that crosses. */
export const MAX_JSON_DEPTH = 200;

/** A value that is not JSON. The message names the place: `answer.hops[2].when`. */
export class NotJson extends TypeError {
  override readonly name = 'TypeError';
}

const KEY = /^[A-Za-z_$][\w$]*$/;
const matches = RegExp.prototype.exec;

function at(path: string, key: string): string {
  return apply(matches, KEY, [key]) === null ? `${path}[${quote(key)}]` : `${path}.${key}`;
}

/**
 * JSON text of a value, made from own enumerable keys alone: no `toJSON`, no prototypes.
 * Members that are `undefined` are left out.
 * @throws NotJson for functions, symbols, BigInts, non-finite numbers, holes, cycles, and objects such as Map or Promise.
 */
export function jsonText(value: unknown, path: string, depth = 0): string {
  if (value === null || value === true || value === false) return textOf(value);
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') {
    if (!finite(value)) throw new NotJson(`${path} must be JSON, but it is ${textOf(value)}.`);
    return textOf(value === 0 ? 0 : value);
  }
  if (typeof value !== 'object') {
    throw new NotJson(`${path} must be JSON, but it is ${value === undefined ? 'undefined' : `a ${typeof value}`}.`);
  }
  if (depth >= MAX_JSON_DEPTH) {
    throw new NotJson(
      `${apply(cut, path, [0, 60])}… must be JSON, but it is circular or nested deeper than ${textOf(MAX_JSON_DEPTH)} levels.`,
    );
  }
  if (isArray(value)) {
    let items = '';
    const { length } = value;
    for (let index = 0; index < length; index += 1) {
      items += (index === 0 ? '' : ',') + jsonText(value[index], `${path}[${textOf(index)}]`, depth + 1);
    }
    return `[${items}]`;
  }
  const tag: unknown = apply(tagOf, value, []);
  if (tag !== '[object Object]') {
    throw new NotJson(
      `${path} must be JSON, but it is ${textOf(tag)}${tag === '[object Promise]' ? '; is an await missing?' : '.'}`,
    );
  }
  const keys = ownKeys(value);
  let members = '';
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index];
    if (key === undefined) continue;
    // An index signature is all that is known of a plain object here.
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${quote(key)}:${jsonText(member, at(path, key), depth + 1)}`;
  }
  return `{${members}}`;
}
