import { EspalierError } from './error.js';

/** The configured model cannot serve this call. The harness sees it as a thrown error, and the run counts. */
export class ModelUnavailable extends EspalierError {
  readonly code = 'MODEL_UNAVAILABLE';
}
