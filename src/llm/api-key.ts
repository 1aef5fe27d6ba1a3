import { InputError } from '../task/error.js';

const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0']);

/** Some local servers refuse a request with no key at all, so they get this one. */
const PLACEHOLDER = 'no-key-needed';

/**
 * The API key for an endpoint: from the named environment variable only.
 * @throws InputError when it is not set and the endpoint is not on this machine, or the base URL is none.
 */
export function apiKeyFor(baseUrl: string, apiKeyEnv: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw new InputError(`Expected an http(s) URL as the model's base URL, got \`${baseUrl}\`.`);
  }
  const url = new URL(baseUrl);
  const key = process.env[apiKeyEnv]?.trim();
  if (key !== undefined && key !== '') return key;
  if (LOCAL_HOSTS.has(url.hostname)) return PLACEHOLDER;
  throw new InputError(
    `No API key for ${url.host}: the environment variable ${apiKeyEnv} is not set. ` +
      `Set it, or name another variable with \`apiKeyEnv\`.`,
  );
}
