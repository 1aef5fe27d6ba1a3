import { EspalierError } from '../task/error.js';

/** Git refused something that should have worked. The message holds git's own words. */
export class GitError extends EspalierError {
  readonly code = 'GIT';
}
