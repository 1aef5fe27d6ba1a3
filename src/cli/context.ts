/** What every command gets. */
export interface CliContext {
  /** Fires at Ctrl-C or a termination. */
  readonly signal: AbortSignal;
  /** The words after `espalier`. */
  readonly args: readonly string[];
  /** The run of `grow` that has begun and is not complete: errors say how to go on with it. */
  run?: string;
}

/** Exit codes: 0 ok, 1 rejected or failed task, 2 known error, 3 bug, 4 stopped at a budget, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 130;

/** Sets the exit code; the process ends when its work has. */
export function exitWith(code: ExitCode): void {
  process.exitCode = code;
}
