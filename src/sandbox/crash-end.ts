import { constants } from 'node:os';
import type { RunEnd } from '../trace/trace.js';
import type { ChildExit } from './guest-child.js';
import type { GuestMemory } from './launch.js';

const HEAP_DEATH = /heap out of memory|Reached heap limit/i;
const MEMORY_DEATH = /out of memory|Allocation failed|bad_alloc|Cannot allocate memory/i;
/** An absolute path, or a URL of one: where this package is installed is nobody's business. */
const PATHS = /(?:file:\/\/)?(?:\/[\w.@+~-]+){2,}/g;

/** How a run ended whose process is gone: its memory was full, or it crashed. */
export function crashEnd(exit: ChildExit, { heapMb, dataMb }: GuestMemory): RunEnd {
  if (HEAP_DEATH.test(exit.stderr)) {
    const message = `The harness needed more than ${String(heapMb)} MiB of heap (limits.heapMb) and its process died.`;
    return { kind: 'limit', limit: 'heapMb', message };
  }
  if (MEMORY_DEATH.test(exit.stderr)) {
    const message = `The harness needed more than ${String(dataMb)} MiB beside its heap (limits.dataMb) and its process died.`;
    return { kind: 'limit', limit: 'dataMb', message };
  }
  const tail = exit.stderr.replace(PATHS, '<path>').replace(/\s+/g, ' ').trim().slice(-300);
  return {
    kind: 'crash',
    message: `The guest process ended with ${howItEnded(exit)}${tail === '' ? '.' : `: ${tail}`}`,
  };
}

function howItEnded({ code, signal }: ChildExit): string {
  if (signal !== null) return `signal ${signal}`;
  // Bubblewrap passes the signal that ended its child on as a shell does.
  const name = Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];
  return name === undefined ? `exit code ${String(code)}` : `signal ${name}`;
}
