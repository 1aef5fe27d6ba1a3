/**
 * The base of every error that Espalier raises on purpose. The message says what was expected, what came,
 * and what to do; `code` is a literal that programs can match on. The CLI prints it and exits with 2.
 */
export abstract class EspalierError extends Error {
  abstract readonly code: string;
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The user's input (config, task file, option, harness) is not what it has to be. */
export class InputError extends EspalierError {
  readonly code = 'INPUT';
}

/** The world under a run broke (endpoint down, rate limit, backend crash): the run is missing, never failed. */
export class BackendFault extends EspalierError {
  readonly code = 'BACKEND_FAULT';
  /** False when the backend answered that it did not serve the request, so that nobody charges for it. */
  readonly mayBePaid: boolean;
  constructor(message: string, options: { readonly cause?: unknown; readonly mayBePaid?: boolean } = {}) {
    super(message, options);
    this.mayBePaid = options.mayBePaid ?? true;
  }
}

/** A tool's answer to bad input (a 404, an SQL error): an observation that the harness sees as a thrown error. */
export class ToolError extends EspalierError {
  readonly code = 'TOOL';
}

/** A cap on calls, money or time is reached. The run stops after the current transition and can be resumed. */
export class BudgetExhausted extends EspalierError {
  readonly code = 'BUDGET';
  readonly cap: 'usd' | 'calls' | 'minutes';
  constructor(cap: 'usd' | 'calls' | 'minutes', message: string) {
    super(message);
    this.cap = cap;
  }
}
