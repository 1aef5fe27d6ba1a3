import type { LimitName } from '../trace/trace.js';
import type { RunLimits } from '../ports/sandbox.js';

/** Measures guest code from the host's side: the time between what is delivered and the guest's next message. */
export class ComputeClock {
  /** Compute of the run so far, milliseconds, without the span that is on. */
  spentMs = 0;
  readonly #limits: RunLimits;
  readonly #onLimit: (limit: LimitName) => void;
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: RunLimits, onLimit: (limit: LimitName) => void) {
    this.#limits = limits;
    this.#onLimit = onLimit;
  }

  /** Something was delivered: guest code runs from here. */
  start(): void {
    if (this.#since !== undefined) return;
    const since = performance.now();
    this.#since = since;
    const { computeBetweenCallsMs, computeMs } = this.#limits;
    const leftMs = computeMs - this.spentMs;
    const limit = leftMs < computeBetweenCallsMs ? 'computeMs' : 'computeBetweenCallsMs';
    const late = (): void => {
      // A host that was busy itself reads first what the guest has said meanwhile.
      setImmediate(() => {
        if (this.#since === since) this.#onLimit(limit);
      });
    };
    this.#timer = setTimeout(late, Math.max(0, Math.min(leftMs, computeBetweenCallsMs)));
  }

  /** The guest made a call, ended or idles. */
  stop(): void {
    if (this.#since === undefined) return;
    clearTimeout(this.#timer);
    this.spentMs += performance.now() - this.#since;
    this.#since = undefined;
  }
}

/** What to say of a run that computed too long. */
export function overCompute(limit: LimitName, { computeMs, computeBetweenCallsMs }: RunLimits): string {
  const most =
    limit === 'computeMs' ? `${String(computeMs)} ms in all` : `${String(computeBetweenCallsMs)} ms at a stretch`;
  return `The harness computed for more than ${most} (limits.${limit}) and was killed.`;
}
