import type { Locate } from '../ports/locate.js';
import { GUEST_FILE } from './launch.js';

/** A frame as the guest's stack format writes it. */
const FRAME = /\(([^()]*):(\d+):(\d+)\)$/gm;

/** `file:line:column` in the harness's TypeScript of the innermost frame of a guest's stack that has one. */
export function errorSite(stack: string, locate: Locate): string | undefined {
  for (const [, file, line, column] of stack.matchAll(FRAME)) {
    const place = file === GUEST_FILE ? locate(Number(line), Number(column)) : undefined;
    if (place !== undefined) return `${place.file}:${String(place.line)}:${String(place.column)}`;
  }
  return undefined;
}
