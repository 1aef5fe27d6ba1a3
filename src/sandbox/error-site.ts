import { locate } from '../ports/locate.js';
import { GUEST_FILE } from './launch.js';

/** Frames as the guest's stack format writes them, and bare `line:column` positions. */
const FRAME = /\(([^()]*):(\d+:\d+)\)$/gm;
const POSITION = /^(\d+):(\d+)$/;

/** `file:line:column` in the harness's TypeScript of the first of these `line:column` positions that has one. */
export function placeOf(positions: string, sourceMap: string): string | undefined {
  for (const position of positions.split(' ')) {
    const found = POSITION.exec(position);
    if (found === null) continue;
    const place = locate(sourceMap, Number(found[1]), Number(found[2]));
    if (place !== undefined) return `${place.file}:${String(place.line)}:${String(place.column)}`;
  }
  return undefined;
}

/** `file:line:column` in the harness's TypeScript of the innermost frame of a guest's stack that has one. */
export function errorSite(stack: string, sourceMap: string): string | undefined {
  const positions = [...stack.matchAll(FRAME)].filter(([, file]) => file === GUEST_FILE).map(([, , at]) => at ?? '');
  return placeOf(positions.join(' '), sourceMap);
}
