/** Deepest nesting of a whole message: its envelope, and what may lie in it. */
const MOST_DEPTH = 300;
/** Most objects, arrays and members of a message. A megabyte of empty ones takes long to read and far more room. */
const MOST_VALUES = 50_000;

const QUOTE = 34;
const BACKSLASH = 92;

/** Why a JSON text costs more to read than its bytes let one think, or `undefined`. */
export const costlyToRead = (text: string): string | undefined => jsonCost(text).fault;

/**
 * Counts the objects, arrays and members of a JSON text, up to where there are too many or they lie too deep. Looks at
 * brackets and commas alone, in one pass without memory, so that no text can hold its reader up.
 */
export function jsonCost(text: string): { readonly values: number; readonly fault?: string } {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === 44) values += 1;
    else if (code === 91 || code === 123) {
      depth += 1;
      values += 1;
      if (depth > MOST_DEPTH) return { values, fault: `JSON nested deeper than ${String(MOST_DEPTH)} levels` };
    } else if (code === 93 || code === 125) depth -= 1;
    if (values > MOST_VALUES) return { values, fault: `JSON of more than ${String(MOST_VALUES)} values` };
  }
  return { values };
}

/** Where the string that begins at `from` ends; the end of the text when it never does. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
