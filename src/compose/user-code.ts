import { fileURLToPath } from 'node:url';
import { EspalierError, InputError } from '../task/error.js';

/**
 * Runs a function of the user's config, family or tools.
 * @throws what it throws when that is an EspalierError, or else InputError that says which function threw and where.
 */
export async function userCode<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EspalierError) throw error;
    throw new InputError(`${what} threw ${thrown(error)}. Correct it, then try again.`, { cause: error });
  }
}

/** What was thrown and, where its stack tells, the place: `TypeError: no luck (at /…/espalier.config.ts:3)`. */
export function thrown(error: unknown): string {
  if (!(error instanceof Error)) return `\`${String(error)}\``;
  const site = siteOf(error);
  const name = error.name === 'Error' ? '' : `${error.name}: `;
  return `${name}${error.message.trim()}${site === undefined || error.message.includes(site) ? '' : ` (at ${site})`}`;
}

/** This package's own compiled files: a place in them tells a user nothing. */
const OWN = fileURLToPath(new URL('../', import.meta.url));

/** The innermost frame in a user's file: `file:line`. Columns are those of transpiled text, so they are left out. */
function siteOf(error: Error): string | undefined {
  for (const line of error.stack?.split('\n') ?? []) {
    const place =
      /(?:^|[\s(]|file:\/\/)(\/[^()]*:\d+):\d+\)?$/.exec(line)?.[1] ??
      /([A-Za-z]:\\[^()]*:\d+):\d+\)?$/.exec(line)?.[1];
    if (place !== undefined && !place.startsWith(OWN) && !/[/\\]node_modules[/\\]/.test(place)) return place;
  }
  return undefined;
}
