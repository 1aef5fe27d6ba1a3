import { BackendFault } from '../task/error.js';

/**
 * Runs `work` for at most `timeoutMs`. `work` gets a signal that fires at the deadline or with `outer`.
 * @throws BackendFault at the deadline, naming `what` and the `setting` that holds it; `outer`'s reason when that fires first.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  outer: AbortSignal,
  what: string,
  work: (signal: AbortSignal) => Promise<T> | T,
  setting?: string,
): Promise<T> {
  outer.throwIfAborted();
  const inner = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let forward: (() => void) | undefined;
  const cut = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const fault = new BackendFault(
        `${what} did not answer within ${String(timeoutMs)} ms${setting === undefined ? '' : ` (${setting} in the config)`}.`,
      );
      reject(fault);
      inner.abort(fault);
    }, timeoutMs);
    forward = (): void => {
      // The reason is what the caller aborted with, an Error by convention.
      reject(outer.reason as Error);
      inner.abort(outer.reason);
    };
    outer.addEventListener('abort', forward, { once: true });
  });
  try {
    return await Promise.race([Promise.resolve(work(inner.signal)), cut]);
  } finally {
    clearTimeout(timer);
    if (forward) outer.removeEventListener('abort', forward);
  }
}
