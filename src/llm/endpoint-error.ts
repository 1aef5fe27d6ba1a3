import { APIConnectionError, APIError } from 'openai';
import { BackendFault, type EspalierError } from '../task/error.js';
import { ModelUnavailable } from '../task/model-unavailable.js';
import { EndpointRefused } from './endpoint-refused.js';

const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Refusals that the request's own content caused: the harness sees them, and its run counts. */
const REQUEST_CODES: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'string_above_max_length',
  'content_filter',
  'content_policy_violation',
]);

const TOO_LONG = /context (?:length|window|size)|maximum context|too many tokens|prompt is too long/i;

/** True when the same request may well succeed a little later. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof APIError)) return isNetworkError(error);
  if (error instanceof APIConnectionError) return true;
  if (error.code === 'insufficient_quota') return false;
  const status = statusOf(error);
  return status !== undefined && (PASSING_STATUSES.has(status) || status >= 500);
}

/** True when the endpoint refused the way in which JSON was asked for. */
export function refusesFormat(error: unknown): boolean {
  return error instanceof APIError && statusOf(error) === 400 && /response_format|json_schema/i.test(error.message);
}

/** Milliseconds that the endpoint asks to wait (`retry-after-ms`, `retry-after` in seconds), or `undefined`. */
export function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof APIError)) return undefined;
  // The client types headers loosely for connection errors, which have none.
  const headers = error.headers as Headers | undefined;
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const seconds = Number.parseFloat(headers?.get('retry-after') ?? '');
  return seconds >= 0 ? seconds * 1000 : undefined;
}

/** What a failed request means for the run. `redact` keeps keys out of the message and the cause. */
export function endpointError(
  error: unknown,
  context: {
    readonly where: string;
    readonly model: string;
    readonly apiKeyEnv: string;
    readonly attempts: number;
    readonly redact: (text: string) => string;
  },
): EspalierError {
  const said = context.redact(textOf(error));
  // A fresh error as the cause: the client's own one may carry the key in its message.
  const options = { cause: new Error(said) };
  const status = error instanceof APIError ? statusOf(error) : undefined;
  if (status === undefined || isPassing(error)) {
    return new BackendFault(`${context.where} failed ${context.attempts} times; the last time: ${said}`, {
      ...options,
      mayBePaid: status === undefined,
    });
  }
  const code = error instanceof APIError ? error.code : undefined;
  if (REQUEST_CODES.has(code ?? '') || status === 413 || (status === 400 && TOO_LONG.test(said))) {
    return new ModelUnavailable(`${context.model} cannot serve this request: ${said}`, options);
  }
  return new EndpointRefused(
    status,
    `${context.where} refused the request for ${context.model}: ${said}. ${remedy(status, code, context)}`,
    options,
  );
}

function remedy(
  status: number,
  code: string | null | undefined,
  context: { readonly model: string; readonly apiKeyEnv: string },
): string {
  if (code === 'insufficient_quota') return 'The account has no quota left: raise it, then resume the run.';
  if (status === 401 || status === 403) {
    return `Check the key in the environment variable ${context.apiKeyEnv} and what it may use.`;
  }
  if (status === 402) return 'The account has no credit left: top it up, then resume the run.';
  if (status === 404) return `Check the model name \`${context.model}\` and the base URL (it often ends in /v1).`;
  return 'Check the model options in espalier.config.ts (model, base URL, temperature, jsonMode).';
}

/** The status of a general `APIError`, whose type the client leaves open. */
const statusOf = (error: { readonly status: unknown }): number | undefined =>
  typeof error.status === 'number' ? error.status : undefined;

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error && error.cause.message !== '' ? ` (${error.cause.message})` : '';
  return error.message + inner;
}

/** A connection that broke while the body was read reaches us as fetch's own TypeError, or as bad JSON. */
const isNetworkError = (error: unknown): boolean =>
  (error instanceof TypeError && error.cause !== undefined) || error instanceof SyntaxError;
