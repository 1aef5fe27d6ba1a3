import { EspalierError } from '../task/error.js';

/** The endpoint refused what we asked (wrong key, unknown model, bad request): no retry helps, the whole run stops. */
export class EndpointRefused extends EspalierError {
  readonly code = 'ENDPOINT_REFUSED';
  /** The HTTP status that came. */
  readonly status: number;
  constructor(status: number, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.status = status;
  }
}
