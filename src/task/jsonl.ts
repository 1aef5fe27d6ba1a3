import { InputError } from './error.js';

/** One JSON value of a JSONL text; `line` counts from 1. */
export interface JsonLine {
  readonly line: number;
  readonly value: unknown;
}

/**
 * Reads JSONL: one JSON value a line; blank lines and a byte order mark are passed over.
 * @throws InputError naming `file:line` for a line that is not JSON, and `file` for a text without any value.
 */
export function parseJsonl(text: string, file: string): readonly JsonLine[] {
  const values: JsonLine[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (raw.trim() === '') continue;
    values.push({ line: index + 1, value: parseLine(raw, `${file}:${String(index + 1)}`) });
  }
  if (values.length === 0)
    throw new InputError(`${file}: expected JSONL, one JSON object a line, got an empty file. Add at least one line.`);
  return values;
}

function parseLine(raw: string, where: string): unknown {
  try {
    return JSON.parse(raw);
  } catch (cause) {
    const shown = raw.length > 80 ? `${raw.slice(0, 80)}…` : raw;
    throw new InputError(
      `${where}: expected one JSON object on the line, got \`${shown}\`. Write each object on one line, without trailing commas.`,
      { cause },
    );
  }
}
