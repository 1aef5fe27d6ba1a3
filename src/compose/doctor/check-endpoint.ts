import { parseModelOption } from '../../llm/parse-model.js';
import type { ModelConfig } from '../config.js';

/** Whether a model's endpoint can be used, and what to do when not. */
export type EndpointCheck =
  | { readonly state: 'not-needed'; readonly message: string }
  | { readonly state: 'ok'; readonly message: string }
  | { readonly state: 'unreachable'; readonly message: string; readonly fix: string }
  | { readonly state: 'unauthorised'; readonly message: string; readonly fix: string };

const OPENAI_URL = 'https://api.openai.com/v1';

/**
 * Asks the endpoint of an `openai:<model>` for its list of models, which costs nothing. Never throws for what the endpoint
 * does. `env` holds the key and `OPENAI_BASE_URL`.
 * @throws InputError when `model.name` is no model.
 */
export async function checkEndpoint(
  model: Pick<ModelConfig, 'name' | 'baseUrl' | 'apiKeyEnv'>,
  env: Readonly<Record<string, string | undefined>>,
  timeoutMs = 5000,
): Promise<EndpointCheck> {
  const option = parseModelOption(model.name);
  if (option.kind !== 'openai') return { state: 'not-needed', message: `The model ${model.name} has no endpoint.` };
  const base = model.baseUrl ?? (env['OPENAI_BASE_URL'] === '' ? undefined : env['OPENAI_BASE_URL']) ?? OPENAI_URL;
  const keyName = model.apiKeyEnv ?? 'OPENAI_API_KEY';
  const key = env[keyName] ?? '';
  if (!URL.canParse(base)) {
    return {
      state: 'unreachable',
      message: 'The base URL is none.',
      fix: 'Set baseUrl (--base-url, OPENAI_BASE_URL) to an http(s) URL such as http://127.0.0.1:8080/v1.',
    };
  }
  const url = `${base.replace(/\/+$/, '')}/models`;
  const shown = withoutSecrets(url);
  if (new URL(url).username !== '' || new URL(url).password !== '') {
    const message = `The base URL for ${shown} holds a user or a password, which no request may.`;
    return {
      state: 'unreachable',
      message,
      fix: `Take it out of the URL; a key belongs into the environment variable ${keyName}.`,
    };
  }
  const setKey = `Set the environment variable ${keyName} to a key of ${new URL(base).host}, or name another variable with apiKeyEnv (--api-key-env).`;
  if (/[^\x21-\x7e]/.test(key)) {
    const message = `The key in ${keyName} holds a blank, a line break or another character that no key has.`;
    return { state: 'unauthorised', message, fix: setKey };
  }
  let status: number;
  try {
    const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    status = response.status;
  } catch (error) {
    return { state: 'unreachable', message: `${shown} gave no answer: ${reasonOf(error, timeoutMs)}.`, fix: START };
  }
  if (status === 401 || status === 403) {
    const came = key === '' ? `and ${keyName} is not set` : `with the key in ${keyName}`;
    return { state: 'unauthorised', message: `${shown} answered ${String(status)}, ${came}.`, fix: setKey };
  }
  // Some servers have no list of models: any answer below 500 shows that one is there.
  if (status >= 500) return { state: 'unreachable', message: `${shown} answered ${String(status)}.`, fix: START };
  return { state: 'ok', message: `${shown} answered ${String(status)}.` };
}

const START =
  'Start the server, or correct the base URL (baseUrl in the config, --base-url, OPENAI_BASE_URL); behind a proxy, let this host through.';

/** A URL without what may be a secret: user, password and query. */
function withoutSecrets(text: string): string {
  const url = new URL(text);
  return `${url.protocol}//${url.host}${url.pathname}`;
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `none within ${String(timeoutMs)} ms`;
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
