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
  /**
   * The part in which this thread computed; 0 where the kernel does not count it. What is neither, it slept: on a busy machine mostly
   * until a process that it started had come to its program, or helpers of the collector to their end.
   */
  readonly computedMs: number;
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
  const open = new Set<{ gapMs: number; waitedMs: number; computedMs: number; peakMb: number }>();
  let last = performance.now();
  let lastUse = processorUse();
  const tick = (): void => {
    const now = performance.now();
    const use = processorUse();
    const gap = {
      gapMs: now - last,
      waitedMs: use.waitedMs - lastUse.waitedMs,
      computedMs: use.computedMs - lastUse.computedMs,
    };
    const residentMb = memoryMb();
    for (const one of open) {
      if (gap.gapMs - gap.waitedMs > one.gapMs - one.waitedMs) Object.assign(one, gap);
      one.peakMb = Math.max(one.peakMb, residentMb);
    }
    last = now;
    lastUse = use;
  };
  const ticks = setInterval(tick, TICK_MS);
  return {
    start() {
      tick();
      const startMb = memoryMb();
      const seen = { gapMs: 0, waitedMs: 0, computedMs: 0, peakMb: startMb };
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

/** Time that the main thread has computed, and waited for a processor, since it began. Linux; 0 elsewhere. */
function processorUse(): Pick<HostStrain, 'computedMs' | 'waitedMs'> {
  try {
    const [computedNs = '0', waitedNs = '0'] = readFileSync(
      `/proc/self/task/${String(process.pid)}/schedstat`,
      'utf8',
    ).split(' ');
    return { computedMs: Number(computedNs) / 1e6, waitedMs: Number(waitedNs) / 1e6 };
  } catch {
    return { computedMs: 0, waitedMs: 0 }; // this kernel does not count it
  }
}
