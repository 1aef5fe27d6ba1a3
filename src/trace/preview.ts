import { ownList } from './own-methods.js';
import { dataProperty } from './data-property.js';

const ELLIPSIS = '…';
/** Fewest characters in which an inner value still says something. */
const LEAST = 6;
const LEAST_OBJECT = 40;
const DEEPEST = 6;
/** Lists up to this length are shown whole where they fit; longer ones as head and tail. */
const WHOLE_LIST = 10;
const LIST_ENDS = 5;

// Taken before harness code runs, so that nothing it patches is called while a value is shown.
const apply = Reflect.apply;
const slice = String.prototype.slice;
const ceil = Math.ceil;
const floor = Math.floor;
const max = Math.max;
const min = Math.min;
const is = Object.is;
const isArray = Array.isArray;
const isView = ArrayBuffer.isView;
const isNaN = Number.isNaN;
const keysOf = Object.keys;
const propertyOf = Object.getOwnPropertyDescriptor;
const prototypeOf = Object.getPrototypeOf as (value: object) => object | null; // typed any by the library
const objectPrototype = Object.prototype;
const textOf = String;
const quote = JSON.stringify;
const tagKey: typeof Symbol.toStringTag = Symbol.toStringTag;
const NativePromise = Promise;
const NativeError = Error;
const NativeDate = Date;
const NativeRegExp = RegExp;
const NativeMap = Map;
const NativeSet = Set;
const eachOfMap = Map.prototype.forEach;
const eachOfSet = Set.prototype.forEach;
const dateNumber = Date.prototype.getTime;
const dateText = Date.prototype.toISOString;
const regExpText = RegExp.prototype.toString;

const cutFrom = (text: string, from: number, to: number): string => apply(slice, text, [from, to]);

/** At most `limit` characters of a text: the whole, or head and tail around `…`. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit <= 5) return limit <= 0 ? '' : cutFrom(text, 0, limit - 1) + ELLIPSIS;
  const room = limit - 3;
  const head = ceil((room * 2) / 3);
  return `${cutFrom(text, 0, head)} ${ELLIPSIS} ${cutFrom(text, text.length - (room - head), text.length)}`;
}

/**
 * A bounded picture of any value, at most `limit` characters: long lists as
 * `list(len=100, [:5]=[…], [-5:]=[…])`, long strings as head and tail, objects key by key; functions, promises and
 * class instances by name. Never calls a getter; cycles and hostile proxies are safe.
 */
export function preview(value: unknown, limit: number): string {
  return cut(show(value, limit, []), limit);
}

/** The arguments of a call as previews, in order, at most `limit` characters together. */
export function previewArguments(values: readonly unknown[], limit: number): string {
  return cut(
    joined(values.length, limit, (index, room) => show(values[index], room, [])),
    limit,
  );
}

function show(value: unknown, limit: number, above: readonly object[]): string {
  switch (typeof value) {
    case 'string':
      return quoted(value, limit);
    case 'bigint':
      return `${cut(textOf(value), limit - 1)}n`;
    case 'symbol':
      return cut(textOf(value), limit);
    case 'function':
      return cut(`function ${nameOf(value)}`, limit);
    case 'object':
      break;
    default:
      return is(value, -0) ? '-0' : textOf(value);
  }
  if (value === null) return 'null';
  for (let index = 0; index < above.length; index += 1) if (above[index] === value) return '<cycle>';
  try {
    return showObject(value, limit, below(above, value));
  } catch {
    // A revoked or throwing proxy: the one thing to say of it.
    return '<unreadable>';
  }
}

function showObject(value: object, limit: number, above: readonly object[]): string {
  if (isArray(value)) return showList(value, limit, above);
  if (value instanceof NativePromise) return 'Promise';
  if (value instanceof NativeError) return cut(`${text(value, 'name')}: ${text(value, 'message')}`, limit);
  if (value instanceof NativeDate)
    return isNaN(apply(dateNumber, value, [])) ? 'Date(invalid)' : `Date(${apply(dateText, value, [])})`;
  if (value instanceof NativeRegExp) return cut(apply(regExpText, value, []), limit);
  if (isView(value)) return `${className(value) ?? 'ArrayBufferView'}(${textOf(value.byteLength)} bytes)`;
  if (value instanceof NativeMap) return showEntries('Map', entriesOf(value), limit, above);
  if (value instanceof NativeSet) return showEntries('Set', valuesOf(value), limit, above);
  const tag = propertyOf(value, tagKey)?.value as unknown; // a descriptor's value is any
  if (typeof tag === 'string') return cut(tag, limit);
  const prefix = className(value);
  return prefix === undefined
    ? showRecord(value, limit, above)
    : cut(`${prefix} `, limit) + showRecord(value, limit - prefix.length - 1, above);
}

/** The objects above, and one more. */
function below(above: readonly object[], value: object): readonly object[] {
  const list: object[] = ownList();
  for (let index = 0; index < above.length; index += 1) list[index] = above[index] ?? value;
  list[above.length] = value;
  return list;
}

function entriesOf(map: ReadonlyMap<unknown, unknown>): readonly unknown[] {
  const list: unknown[] = ownList();
  apply(eachOfMap, map, [
    (value: unknown, key: unknown): void => {
      list[list.length] = [key, value];
    },
  ]);
  return list;
}

function valuesOf(set: ReadonlySet<unknown>): readonly unknown[] {
  const list: unknown[] = ownList();
  apply(eachOfSet, set, [
    (value: unknown): void => {
      list[list.length] = value;
    },
  ]);
  return list;
}

function showList(list: readonly unknown[], limit: number, above: readonly object[]): string {
  const item = (index: number, room: number): string => showProperty(list, textOf(index), room, above);
  if (list.length === 0) return '[]';
  if (above.length > DEEPEST) return `list(len=${textOf(list.length)})`;
  if (list.length <= WHOLE_LIST) return `[${joined(list.length, limit - 2, item)}]`;
  const least = typeof dataProperty(list, '0') === 'object' ? LEAST_OBJECT : LEAST;
  for (let ends = LIST_ENDS; ends > 0; ends--) {
    const frame = `list(len=${textOf(list.length)}, [:${textOf(ends)}]=[], [-${textOf(ends)}:]=[])`.length;
    const room = floor((limit - frame) / 2);
    if (room < ends * least && ends > 1) continue;
    if (room < LEAST) break;
    const head = joined(ends, room, item);
    const tail = joined(ends, limit - frame - head.length, (index, left) => item(list.length - ends + index, left));
    return `list(len=${textOf(list.length)}, [:${textOf(ends)}]=[${head}], [-${textOf(ends)}:]=[${tail}])`;
  }
  return `list(len=${textOf(list.length)})`;
}

function showRecord(value: object, limit: number, above: readonly object[]): string {
  const keys = keysOf(value);
  if (keys.length === 0) return '{}';
  if (above.length > DEEPEST || limit < LEAST + 4) return `{${ELLIPSIS}}`;
  const pair = (index: number, room: number): string => {
    const key = keys[index] ?? '';
    const label = `${cut(key, max(LEAST, room - LEAST))}: `;
    return label + showProperty(value, key, room - label.length, above);
  };
  return `{ ${joined(keys.length, limit - 4, pair)} }`;
}

function showEntries(kind: string, entries: readonly unknown[], limit: number, above: readonly object[]): string {
  const head = `${kind}(${textOf(entries.length)}) `;
  return head + showList(entries, limit - head.length, above);
}

function showProperty(holder: object, key: string, limit: number, above: readonly object[]): string {
  const property = propertyOf(holder, key);
  if (property === undefined) return '<empty>';
  return 'value' in property ? show(property.value, limit, above) : '<getter>';
}

/** Gives each item an equal share of what is left; what one does not use goes to the next. */
function joined(count: number, limit: number, item: (index: number, room: number) => string): string {
  let out = '';
  for (let index = 0; index < count; index++) {
    const rest = `, ${ELLIPSIS} +${textOf(count - index)}`;
    const separator = index === 0 ? '' : ', ';
    const spare = index === count - 1 ? 0 : rest.length;
    const share = floor((limit - out.length - spare) / (count - index)) - separator.length;
    const least = min(limit - out.length - spare - separator.length, LEAST * 2);
    const shown = least < LEAST ? undefined : item(index, max(share, least));
    if (shown === undefined || out.length + separator.length + shown.length + spare > limit) {
      return index === 0 ? cut(`${ELLIPSIS} +${textOf(count)}`, limit) : out + rest;
    }
    out += separator + shown;
  }
  return out;
}

function quoted(value: string, limit: number): string {
  if (value !== '' && limit < LEAST) return cut(ELLIPSIS, limit);
  let shown = quote(value.length > limit ? cut(value, limit - 2) : value);
  // Escapes make a text longer than its characters; a few rounds bring it under the limit.
  for (let room = limit - 2; shown.length > limit && room > 0;) {
    room = min(room - 1, floor((room * limit) / shown.length));
    shown = quote(cut(value, max(room, 0)));
  }
  return shown;
}

function className(value: object): string | undefined {
  const prototype = prototypeOf(value);
  if (prototype === null || prototype === objectPrototype) return undefined;
  const maker = dataProperty(prototype, 'constructor');
  return typeof maker === 'function' ? nameOf(maker) : 'object';
}

function nameOf(value: object): string {
  const name = propertyOf(value, 'name')?.value as unknown; // a descriptor's value is any
  return typeof name === 'string' && name !== '' ? name : '<anonymous>';
}

function text(value: object, key: string): string {
  const found = dataProperty(value, key);
  return typeof found === 'string' ? found : '';
}
