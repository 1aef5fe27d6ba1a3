import type { Locate } from '../ports/locate.js';
import type { ScriptText } from '../ports/script-position.js';
import { placesOf, type Place } from './place.js';
import { cannotUse, NOT_A_FUNCTION } from '../trace/native-error.js';
import type { TraceNode } from '../trace/trace.js';

interface Source {
  readonly text: ScriptText;
  readonly locate: Locate;
}

/**
 * The message of an error that an engine threw, with the name that its source gives: `rt.tools.find is not a function`.
 * `places` are those of its frames, innermost first. Other messages come back as they are, and so does one whose name is not
 * certain: the innermost frame has to be in the harness, at an expression that fits the message.
 */
export function namedError(message: string, places: readonly Place[], { text, locate }: Source): string {
  const isCall = message === NOT_A_FUNCTION;
  if (!isCall && !cannotUse(message)) return message;
  const [place] = places;
  if (place === undefined || locate(place.line, place.column) === undefined) return message;
  const found = text.expression(place.line, place.column);
  if (found === undefined) return message;
  if (isCall) return !found.isCalled ? message : `${found.text} is not a ${found.isMade ? 'constructor' : 'function'}`;
  if (!found.text.endsWith(`.${found.property}`)) return message;
  return `${message} (${message.startsWith('Cannot set') ? 'setting' : 'reading'} '${found.property}')`;
}

/** Error nodes with their messages named. Their sites are still places in the linked script. */
export function namedNodes(nodes: readonly TraceNode[], source: Source): readonly TraceNode[] {
  return nodes.map((node) => {
    if (node.kind !== 'error' || node.detail === undefined || node.site === undefined) return node;
    return { ...node, detail: namedError(node.detail, placesOf(node.site), source) };
  });
}
