// Guest-safe: only reads characters and numbers.
const charCode = String.prototype.charCodeAt;
const apply = Reflect.apply;
const codeAt = (text: string, index: number): number => apply(charCode, text, [index]);

const LITERALS = ['true', 'false', 'null'] as const;

/** Deeper than engines nest: what lies below is not looked at. */
const DEEPEST = 5_000;

/**
 * Index of the first character at which a text stops being JSON; its length where it ends too early; −1 where it is
 * JSON. Grammar: RFC 8259.
 */
export function jsonFault(text: string): number {
  const end = valueEnd(text, space(text, 0), 0);
  if (end < 0) return -end - 1;
  const after = space(text, end);
  return after < text.length ? after : -1;
}

// Each of these gives the index behind what it has read, or −(index of the fault) − 1.
const fault = (index: number): number => -index - 1;

function space(text: string, from: number): number {
  let index = from;
  for (;;) {
    const code = codeAt(text, index);
    if (code !== 32 && code !== 9 && code !== 10 && code !== 13) return index;
    index += 1;
  }
}

function valueEnd(text: string, at: number, depth: number): number {
  if (depth > DEEPEST) return fault(at);
  const code = codeAt(text, at);
  if (code === 34) return stringEnd(text, at + 1);
  if (code === 123) return listEnd(text, at + 1, 125, depth);
  if (code === 91) return listEnd(text, at + 1, 93, depth);
  if (code === 45 || isDigit(code)) return numberEnd(text, at);
  for (let index = 0; index < LITERALS.length; index += 1) {
    const literal = LITERALS[index] ?? '';
    if (codeAt(literal, 0) !== code) continue;
    let length = 1;
    while (length < literal.length && codeAt(literal, length) === codeAt(text, at + length)) length += 1;
    return length === literal.length ? at + length : fault(at + length);
  }
  return fault(at);
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function digits(text: string, from: number): number {
  if (!isDigit(codeAt(text, from))) return fault(from);
  let index = from + 1;
  while (isDigit(codeAt(text, index))) index += 1;
  return index;
}

function numberEnd(text: string, from: number): number {
  let index = codeAt(text, from) === 45 ? from + 1 : from;
  index = codeAt(text, index) === 48 ? index + 1 : digits(text, index);
  if (index >= 0 && codeAt(text, index) === 46) index = digits(text, index + 1);
  if (index < 0 || (codeAt(text, index) | 32) !== 101) return index;
  const sign = codeAt(text, index + 1);
  return digits(text, sign === 43 || sign === 45 ? index + 2 : index + 1);
}

function stringEnd(text: string, from: number): number {
  for (let index = from; index < text.length; index += 1) {
    const code = codeAt(text, index);
    if (code === 34) return index + 1;
    if (code < 32) return fault(index);
    if (code !== 92) continue;
    index += 1;
    const escaped = codeAt(text, index);
    if (escaped === 117) {
      for (let hex = 0; hex < 4; hex += 1) {
        index += 1;
        const digit = codeAt(text, index) | 32;
        if (!isDigit(codeAt(text, index)) && !(digit >= 97 && digit <= 102)) return fault(index);
      }
    } else if (!isEscape(escaped)) return fault(index);
  }
  return fault(text.length);
}

/** `"` `/` `\` `b` `f` `n` `r` `t` */
const isEscape = (code: number): boolean =>
  code === 34 ||
  code === 47 ||
  code === 92 ||
  code === 98 ||
  code === 102 ||
  code === 110 ||
  code === 114 ||
  code === 116;

/** The rest of an object (`close` is `}`) or of an array. */
function listEnd(text: string, from: number, close: number, depth: number): number {
  let index = space(text, from);
  if (codeAt(text, index) === close) return index + 1;
  for (;;) {
    if (close === 125) {
      if (codeAt(text, index) !== 34) return fault(index);
      index = stringEnd(text, index + 1);
      if (index < 0) return index;
      index = space(text, index);
      if (codeAt(text, index) !== 58) return fault(index);
      index = space(text, index + 1);
    }
    index = valueEnd(text, index, depth + 1);
    if (index < 0) return index;
    index = space(text, index);
    if (codeAt(text, index) === close) return index + 1;
    if (codeAt(text, index) !== 44) return fault(index);
    index = space(text, index + 1);
  }
}
