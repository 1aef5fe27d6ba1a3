/** Any value as a short text for a message: JSON, or what `String` makes of it. Never throws. */
export function shown(value: unknown, mostChars = 200): string {
  if (value === undefined) return 'nothing';
  let text: string;
  try {
    // undefined for a function or a symbol, whatever the declared type says
    const json: unknown = JSON.stringify(value);
    text = typeof json === 'string' ? json : `a ${typeof value}`;
  } catch {
    // A cycle, a big integer, or a toJSON that throws.
    text = `a value that is not JSON (${typeof value})`;
  }
  return clipped(text, mostChars);
}

/** At most this many UTF-16 units, the last one `…` where something was cut; never half a character. */
export function clipped(text: string, mostChars: number): string {
  if (text.length <= mostChars) return text;
  return `${text.slice(0, mostChars - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
