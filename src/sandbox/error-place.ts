import type { Locate } from '../ports/locate.js';
import type { TraceNode } from '../trace/trace.js';
import { placesOf, siteText, type Place } from './place.js';

interface Source {
  readonly script: string;
  readonly locate: Locate;
}

/** The places of an error's frames, with the innermost one in the harness where every engine has it. */
export function evenPlaces(message: string, places: readonly Place[], { script, locate }: Source): readonly Place[] {
  if (FINDERS[message] === undefined) return places;
  const own = places.findIndex(({ line, column }) => locate(line, column) !== undefined);
  return places.map((place, index) => (index === own ? errorPlace(script, message, place) : place));
}

/** Error nodes with such places. Their sites are still places in the linked script. */
export function evenNodes(nodes: readonly TraceNode[], source: Source): readonly TraceNode[] {
  return nodes.map((node) => {
    if (node.kind !== 'error' || node.detail === undefined || node.site === undefined) return node;
    if (FINDERS[node.detail] === undefined) return node;
    return { ...node, site: siteText(evenPlaces(node.detail, placesOf(node.site), source)) };
  });
}

/**
 * Puts the place of an error where every engine puts it. Of some errors one engine names the beginning of an expression
 * and the other its end; `message` says which errors those are. A place that fits none comes back as it is.
 */
function errorPlace(script: string, message: string, place: Place): Place {
  const find = FINDERS[message];
  if (find === undefined) return place;
  const at = offsetOf(script, place);
  const from = Math.max(0, at - SPAN);
  const found = find(masked(script.slice(from, at + SPAN)), at - from);
  return found === undefined ? place : placeOf(script, from + found);
}

/** Gives the anchor's index in a text around the place, or `undefined`. */
type Finder = (text: string, at: number) => number | undefined;

/** Characters around a place that are looked at. */
const SPAN = 4_000;

const FINDERS: Readonly<Record<string, Finder | undefined>> = {
  'Invalid array length': (text, at) => lastBefore(text, at, /\.\s*(length)\s*=(?!=)|\[\s*_+\s*\]\s*=(?!=)/g),
  'Cannot delete the property': (text, at) => lastBefore(text, at, /\bdelete\b/g),
  'The value is not iterable': (text, at) => spreadAround(text, at) ?? spreadBehind(text, at),
};

/** The last match in the statement that does not begin behind the place; its first group, where it has one, is the anchor. */
function lastBefore(text: string, at: number, pattern: RegExp): number | undefined {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const lineEnd = text.indexOf('\n', at);
  const line = text.slice(start, lineEnd < 0 ? text.length : lineEnd);
  const found = [...line.matchAll(pattern)].filter(({ index }) => index <= at - start).at(-1);
  if (found === undefined || line.slice(found.index, at - start).includes(';')) return undefined;
  const inside = found[1] === undefined ? 0 : found[0].indexOf(found[1]);
  return start + found.index + inside;
}

const OPEN = '([{';
const CLOSE = ')]}';

/** The `...` whose operand holds the place. */
function spreadAround(text: string, at: number): number | undefined {
  let depth = 0;
  for (let index = at; index >= 0; index -= 1) {
    const character = text.charAt(index);
    if (text.startsWith('...', index) && depth === 0) return index;
    if (index < at && CLOSE.includes(character)) depth += 1;
    else if (index < at && OPEN.includes(character)) {
      if (depth > 0) depth -= 1;
      else if (character !== '(' || /[\w$)\]]\s*$/.test(text.slice(0, index))) return undefined;
    } else if (depth === 0 && ',;\n'.includes(character)) return undefined;
  }
  return undefined;
}

/** The last `...` among the arguments of the call whose callee is at the place. */
function spreadBehind(text: string, at: number): number | undefined {
  const callee = /^(?:new\s+)?[\w$#.?\s]*\(/.exec(text.slice(at))?.[0];
  if (callee === undefined) return undefined;
  let depth = 0;
  let found: number | undefined;
  for (let index = at + callee.length; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (OPEN.includes(character)) depth += 1;
    else if (CLOSE.includes(character) && (depth -= 1) < 0) return found;
    else if (depth === 0 && text.startsWith('...', index)) found = index;
  }
  return undefined;
}

/** The text with what stands in quotes as `_`, so that no bracket in there counts. */
const masked = (text: string): string =>
  text.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, (quoted) => '_'.repeat(quoted.length));

function offsetOf(script: string, { line, column }: Place): number {
  let start = 0;
  for (let left = line - 1; left > 0; left -= 1) {
    const end = script.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  return start + column - 1;
}

function placeOf(script: string, offset: number): Place {
  const before = script.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
