/**
 * Runs one attempt with a signal that aborts when the caller's does, or after `timeoutMs`. Not `AbortSignal.any` with
 * `AbortSignal.timeout`: nothing but the combined signal holds that timeout, and Node 20 may collect it before it fires.
 */
export async function withDeadline<T>(
  signal: AbortSignal,
  timeoutMs: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(signal.reason);
  };
  const timer = setTimeout(abort, timeoutMs);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
