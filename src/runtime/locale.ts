const define = Object.defineProperty;
const apply = Reflect.apply;
const textOf = String;
const toNumber = Number;
const normalize = String.prototype.normalize;
const lower = String.prototype.toLowerCase;
const upper = String.prototype.toUpperCase;
const replace = RegExp.prototype[Symbol.replace];
const exec = RegExp.prototype.exec;
const codePoint = String.prototype.codePointAt;
const fixed = Number.prototype.toFixed;
const date = Date.prototype;
const { getUTCFullYear, getUTCMonth, getUTCDate, getUTCHours, getUTCMinutes, getUTCSeconds, getTime } = date;
const dateText = date.toString;
const timeOfDay = date.toTimeString;
const abs = Math.abs;
const finite = Number.isFinite;

const UNNAMED = /GMT\+0000$/;
const ZONE = '(Coordinated Universal Time)';
const MARKS = /\p{M}/gu;
/** Classes of characters in the order in which they sort. */
const CLASSES = [/^\s/u, /^[\p{P}\p{C}]/u, /^\p{S}/u, /^\p{N}/u] as const;

/** Replaces what depends on a locale by one behaviour for every engine: English, UTC, no options. */
export function installLocale(): void {
  method(String.prototype, 'localeCompare', function (this: unknown, other: unknown) {
    return compareTexts(textOf(this), textOf(other));
  });
  method(String.prototype, 'toLocaleLowerCase', function (this: unknown) {
    return apply(lower, textOf(this), []);
  });
  method(String.prototype, 'toLocaleUpperCase', function (this: unknown) {
    return apply(upper, textOf(this), []);
  });
  method(Number.prototype, 'toLocaleString', function (this: unknown) {
    // Through a text zero would lose its sign.
    return numberText(typeof this === 'number' ? this : toNumber(textOf(this)));
  });
  method(date, 'toString', function (this: Date) {
    return withZone(apply(dateText, this, []));
  });
  method(date, 'toTimeString', function (this: Date) {
    return withZone(apply(timeOfDay, this, []));
  });
  method(date, 'toLocaleDateString', function (this: Date) {
    return dayText(this);
  });
  method(date, 'toLocaleTimeString', function (this: Date) {
    return timeText(this);
  });
  method(date, 'toLocaleString', function (this: Date) {
    return finite(apply(getTime, this, [])) ? `${dayText(this)}, ${timeText(this)}` : 'Invalid Date';
  });
}

function method(prototype: object, name: string, value: (this: never, other: unknown) => unknown): void {
  define(value, 'name', { value: name, configurable: true });
  define(prototype, name, { value, writable: true, configurable: true, enumerable: false });
}

/** By letters first, then by accents, then lower case before upper case, then by code points: as dictionaries do. */
function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  const a = apply(normalize, one, ['NFD']);
  const b = apply(normalize, other, ['NFD']);
  const la = apply(lower, a, []);
  const lb = apply(lower, b, []);
  return (
    compareLetters(bare(la), bare(lb)) || compareLetters(la, lb) || -compareLetters(a, b) || (one < other ? -1 : 1)
  );
}

const bare = (text: string): string => apply(replace, MARKS, [text, '']) as string; // what `replace` gives

function compareLetters(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  if (at >= a.length || at >= b.length) return a.length === b.length ? 0 : a.length < b.length ? -1 : 1;
  const x = textFrom(a, at);
  const y = textFrom(b, at);
  const byClass = classOf(x) - classOf(y);
  return (byClass === 0 ? x < y : byClass < 0) ? -1 : 1;
}

const textFrom = (text: string, at: number): string => String.fromCodePoint(apply(codePoint, text, [at]) ?? 0);

function classOf(character: string): number {
  for (let index = 0; index < CLASSES.length; index += 1) {
    const pattern = CLASSES[index];
    if (pattern !== undefined && apply(exec, pattern, [character]) !== null) return index;
  }
  return CLASSES.length;
}

/** At most three decimals, and commas between thousands. */
function numberText(value: number): string {
  if (!finite(value)) return value !== value ? 'NaN' : value < 0 ? '-∞' : '∞';
  if (abs(value) >= 1e21) return textOf(value);
  const text = apply(fixed, abs(value), [3]);
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  if (text[end - 1] === '.') end -= 1;
  let whole = '';
  const point = text.length - 4;
  for (let index = 0; index < point; index += 1) {
    whole += (index > 0 && (point - index) % 3 === 0 ? ',' : '') + (text[index] ?? '');
  }
  for (let index = point; index < end; index += 1) whole += text[index] ?? '';
  return (value < 0 || (value === 0 && 1 / value < 0) ? '-' : '') + whole;
}

/** The zone's name too, which some engines leave out. */
const withZone = (text: string): string => (apply(exec, UNNAMED, [text]) === null ? text : `${text} ${ZONE}`);

function dayText(day: Date): string {
  if (!finite(apply(getTime, day, []))) return 'Invalid Date';
  const month = textOf(apply(getUTCMonth, day, []) + 1);
  return `${month}/${textOf(apply(getUTCDate, day, []))}/${textOf(apply(getUTCFullYear, day, []))}`;
}

function timeText(day: Date): string {
  if (!finite(apply(getTime, day, []))) return 'Invalid Date';
  const hours = apply(getUTCHours, day, []);
  const two = (value: number): string => (value < 10 ? `0${textOf(value)}` : textOf(value));
  const rest = `${two(apply(getUTCMinutes, day, []))}:${two(apply(getUTCSeconds, day, []))}`;
  return `${textOf(hours % 12 === 0 ? 12 : hours % 12)}:${rest} ${hours < 12 ? 'AM' : 'PM'}`;
}
