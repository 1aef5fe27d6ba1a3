import { EspalierError } from '../task/error.js';

/** The sandbox cannot do its work: no child starts, a closed one is used, or a host function broke its contract. */
export class SandboxError extends EspalierError {
  readonly code = 'SANDBOX';
}
