import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const TICK_MS = 5;

/** What one run did to the process that hosts it. */
export interface HostStrain {
  /** Longest time that the event loop stood still, milliseconds. */
  readonly gapMs: number;
  /** The part of that time in which the machine gave this thread no processor, as the kernel counts it; 0 where it does not. */
  readonly waitedMs: number;
  /** Most that resident memory rose above where it was at the start, MiB. */
  readonly peakMb: number;
}

export interface HostGauge {
  /** Measures from now on; several may run at a time. */
  start(): () => HostStrain;
  /** Resident memory after a garbage collection, MiB. */
  restingMb(): number;
  close(): void;
}

/** Watches this process's event loop and memory. Of two gaps the one with more of our own doing counts. */
export function openHostGauge(): HostGauge {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // the flag has just put it there
  const open = new Set<{ gapMs: number; waitedMs: number; peakMb: number }>();
  let last = performance.now();
  let lastWaited = waitedMs();
  const tick = (): void => {
    const now = performance.now();
    const waited = waitedMs();
    const gap = { gapMs: now - last, waitedMs: waited - lastWaited };
    const residentMb = memoryMb();
    for (const one of open) {
      if (gap.gapMs - gap.waitedMs > one.gapMs - one.waitedMs) Object.assign(one, gap);
      one.peakMb = Math.max(one.peakMb, residentMb);
    }
    last = now;
    lastWaited = waited;
  };
  const ticks = setInterval(tick, TICK_MS);
  return {
    start() {
      tick();
      const startMb = memoryMb();
      const seen = { gapMs: 0, waitedMs: 0, peakMb: startMb };
      open.add(seen);
      return () => {
        tick(); // a gap that lasts until now counts as well
        open.delete(seen);
        return { ...seen, peakMb: seen.peakMb - startMb };
      };
    },
    restingMb() {
      collect();
      return memoryMb();
    },
    close() {
      clearInterval(ticks);
    },
  };
}

const memoryMb = (): number => process.memoryUsage.rss() / 1_048_576;

/** Time that the main thread has waited for a processor since it began, milliseconds. Linux; 0 elsewhere. */
function waitedMs(): number {
  try {
    const [, waitedNs = '0'] = readFileSync(`/proc/self/task/${String(process.pid)}/schedstat`, 'utf8').split(' ');
    return Number(waitedNs) / 1e6;
  } catch {
    return 0; // this kernel does not count it
  }
}
