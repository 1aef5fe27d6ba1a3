import { printProse } from './terminal.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Why a command was stopped from outside. */
export class Interrupted extends Error {}

/**
 * The first Ctrl-C (or SIGTERM, SIGHUP) fires the signal, and the command ends at its next whole state; the second
 * ends the process at once. `process.exit` lets exit listeners end child processes, which a bare signal would not.
 */
export function interruptSignal(): AbortSignal {
  const interrupt = new AbortController();
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (interrupt.signal.aborted) process.exit(130);
      // First: what is shown live is cleared by it.
      interrupt.abort(new Interrupted(`stopped by ${name}`));
      if (process.stderr.isTTY) printProse('\r\u001B[KStopping; once more stops at once.');
    });
  }
  return interrupt.signal;
}
