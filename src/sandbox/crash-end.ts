import type { RunEnd } from '../trace/trace.js';
import type { ChildExit } from './guest-child.js';

const HEAP_DEATH = /heap out of memory|out of memory|Allocation failed/i;

/** How a run ended whose process is gone: its heap was full, or it crashed. */
export function crashEnd(exit: ChildExit, heapMb: number): RunEnd {
  if (HEAP_DEATH.test(exit.stderr)) {
    return {
      kind: 'limit',
      limit: 'heapMb',
      message: `The harness needed more than ${String(heapMb)} MiB of heap and its process died.`,
    };
  }
  const how = exit.signal === null ? `exit code ${String(exit.code)}` : `signal ${exit.signal}`;
  const tail = exit.stderr.trim().slice(-500);
  return { kind: 'crash', message: `The guest process ended with ${how}${tail === '' ? '.' : `: ${tail}`}` };
}
