import type { ParseResult, Reason } from '../ports/editor.js';
import { readEditSet } from './edit-schema.js';

/** Parses an optimizer's reply: one JSON object, bare, fenced or with prose around it. Never throws. */
export function parseReply(reply: string): ParseResult {
  const found = findObjects(reply.replace(/^\uFEFF/, ''));
  if (found.truncated) {
    return refused(
      'the reply ends inside its JSON object, so it was cut off; send the whole edit set again, shorter if need be',
    );
  }
  if (found.values.length > 1) {
    return refused(
      `the reply holds ${String(found.values.length)} JSON objects; answer with exactly one edit set { version, rationale, edits }`,
    );
  }
  if (found.values.length === 0) {
    const why =
      found.error === undefined ? 'the reply holds no JSON object' : `the reply's JSON does not parse (${found.error})`;
    return refused(
      `${why}; answer with one JSON object { version: 1, rationale, edits }, with \\n, \\" and \\\\ escaped inside strings`,
    );
  }
  const read = readEditSet(found.values[0]);
  if (read.ok) return { kind: 'edit-set', editSet: read.editSet };
  const [first, ...rest] = read.problems.map((problem): Reason => ({
    rule: 'parse',
    at: problem.path,
    message: problem.message,
  }));
  return first === undefined ? refused('the edit set is not valid') : { kind: 'refused', reasons: [first, ...rest] };
}

const refused = (message: string): ParseResult => ({ kind: 'refused', reasons: [{ rule: 'parse', message }] });

interface Found {
  readonly values: readonly unknown[];
  readonly truncated: boolean;
  readonly error?: string;
}

/** All JSON objects that stand in the text. Braces in prose are passed over; an object that never closes is truncated. */
function findObjects(text: string): Found {
  const values: unknown[] = [];
  let error: string | undefined;
  let position = text.indexOf('{');
  while (position !== -1) {
    const end = closingBrace(text, position);
    const looksLikeJson = /^\{\s*(?:"|\}|$)/.test(text.slice(position, position + 200));
    let next = position + 1;
    if (end === undefined) {
      if (looksLikeJson) return { values, truncated: true };
    } else {
      try {
        values.push(JSON.parse(text.slice(position, end)));
        next = end;
      } catch (cause) {
        if (looksLikeJson) {
          error = cause instanceof Error ? cause.message : String(cause);
          next = end;
        }
      }
    }
    position = text.indexOf('{', next);
  }
  return error === undefined ? { values, truncated: false } : { values, truncated: false, error };
}

/** Index after the brace that closes the one at `start`, or `undefined` when the text ends before. */
function closingBrace(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}
