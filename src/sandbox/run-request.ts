import type { Locate } from '../ports/locate.js';
import type { RunHost, RunLimits } from '../ports/sandbox.js';
import type { ScriptText } from '../ports/script-position.js';
import type { Json } from '../task/json.js';

/** What a run needs beside the child that it runs in. */
export interface RunRequest {
  /** The linked script, and the way from it to the harness's TypeScript. */
  readonly script: string;
  readonly text: ScriptText;
  readonly locate: Locate;
  readonly task: Json;
  readonly seed: string;
  readonly signal?: AbortSignal;
  readonly host: RunHost;
  readonly limits: RunLimits;
}
