import type { Locate } from '../ports/locate.js';
import { GUEST_FILE } from './launch.js';
import type { Place } from './place.js';

/** A frame as the stacks of guests have it, in every engine. */
const FRAME = /\(([^()]*):(\d+):(\d+)\)$/gm;

/** The places in the linked script that a guest's stack lists, innermost first. */
export const stackPlaces = (stack: string): readonly Place[] =>
  [...stack.matchAll(FRAME)].flatMap(([, file, line, column]) =>
    file === GUEST_FILE ? [{ line: Number(line), column: Number(column) }] : [],
  );

/** `file:line:column` in the harness's TypeScript of the innermost place that has one. */
export function errorSite(places: readonly Place[], locate: Locate): string | undefined {
  for (const { line, column } of places) {
    const place = locate(line, column);
    if (place !== undefined) return `${place.file}:${String(place.line)}:${String(place.column)}`;
  }
  return undefined;
}
