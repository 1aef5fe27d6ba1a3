import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import type { Completion, Llm, LlmRequest } from '../ports/llm.js';
import { EspalierError } from '../task/error.js';
import { apiKeyFor } from './api-key.js';
import { endpointError, isPassing, refusesFormat, retryAfterMs } from './endpoint-error.js';
import { shapeFor, weakerMode, type JsonMode } from './json-mode.js';
import { readCompletion } from './read-completion.js';
import { redactor } from './redact.js';
import { withDeadline } from './with-deadline.js';

/** An OpenAI-compatible endpoint and how to ask it. */
export interface OpenAiModelOptions {
  readonly model: string;
  /** Default `https://api.openai.com/v1`. */
  readonly baseUrl?: string;
  /** Name of the environment variable that holds the key. Default `OPENAI_API_KEY`. */
  readonly apiKeyEnv?: string;
  /** Further attempts after the first, on 408, 409, 425, 429, 5xx and connection errors. Default 4. */
  readonly maxRetries?: number;
  /** Wait before the first retry, milliseconds; doubles each time, up to 60 times it. Default 500. */
  readonly retryDelayMs?: number;
  /** Milliseconds one attempt may take, its body included. Default 120,000. */
  readonly timeoutMs?: number;
  /** Sent when a request names none; without both, the endpoint's own default holds. */
  readonly temperature?: number;
  /** How JSON is first asked for; weaker ways follow when the endpoint refuses. Default `schema`. */
  readonly jsonMode?: JsonMode;
}

const OPENAI_URL = 'https://api.openai.com/v1';

/**
 * A model behind the OpenAI chat-completions protocol.
 * @throws InputError when the key is missing or the base URL is none.
 */
export function openAiModel(options: OpenAiModelOptions): Llm {
  const baseUrl = options.baseUrl ?? OPENAI_URL;
  const apiKeyEnv = options.apiKeyEnv ?? 'OPENAI_API_KEY';
  const { model, maxRetries = 4, retryDelayMs = 500, timeoutMs = 120_000 } = options;
  const key = apiKeyFor(baseUrl, apiKeyEnv);
  const where = new URL(baseUrl).host;
  // Retries are ours: the client's own wait as long as the endpoint says, and end before the body is read.
  const client = new OpenAI({ apiKey: key, adminAPIKey: null, baseURL: baseUrl, maxRetries: 0, logLevel: 'off' });
  const redact = redactor(key);
  let jsonMode: JsonMode = options.jsonMode ?? 'schema';

  const ask = async (request: LlmRequest, mode: JsonMode, seed: number, signal: AbortSignal): Promise<Completion> => {
    const temperature = request.temperature ?? options.temperature;
    const body = {
      model,
      ...shapeFor(request, mode),
      // OpenAI's newer models refuse `max_tokens`; many other servers know nothing else.
      ...(baseUrl === OPENAI_URL
        ? { max_completion_tokens: request.maxOutputTokens }
        : { max_tokens: request.maxOutputTokens }),
      ...(temperature === undefined ? {} : { temperature }),
      seed,
    };
    const reply: unknown = await withDeadline(signal, timeoutMs, (inTime) =>
      client.chat.completions.create(body, { signal: inTime, timeout: timeoutMs }),
    );
    const completion = readCompletion(reply, where);
    // An endpoint that echoes what it was sent must not carry the key into traces and store.
    return { ...completion, text: redact(completion.text) };
  };

  const complete: Llm['complete'] = async (request, seed, signal, onRetry) => {
    let mode = jsonMode;
    for (let attempt = 1; ;) {
      signal.throwIfAborted();
      try {
        return await ask(request, mode, seed, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof EspalierError) throw error;
        const weaker = request.schema !== undefined && refusesFormat(error) ? weakerMode(mode) : undefined;
        if (weaker !== undefined) {
          mode = jsonMode = weaker;
          continue;
        }
        const timedOut = isAbort(error);
        if (!timedOut && !isPassing(error) && !(error instanceof OpenAI.APIError)) throw error;
        if (attempt > maxRetries || !(timedOut || isPassing(error))) {
          const cause = timedOut ? new Error(`no answer within ${timeoutMs} ms`) : error;
          throw endpointError(cause, { where, model, apiKeyEnv, attempts: attempt, redact });
        }
        const longestMs = retryDelayMs * 60;
        const backoffMs = retryDelayMs * 2 ** (attempt - 1) * (1 + (seed % 256) / 1024);
        await sleep(Math.min(retryAfterMs(error) ?? backoffMs, longestMs), undefined, { signal });
        attempt += 1;
        await onRetry?.(timedOut || !hasStatus(error));
      }
    }
  };
  return { name: `openai:${model}`, endpoint: baseUrl, deterministic: false, complete };
}

/** True when the endpoint answered with a status: it did not serve the request. */
const hasStatus = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && typeof error.status === 'number';

/** An abort that is not the caller's is our own deadline for one attempt. */
const isAbort = (error: unknown): boolean =>
  error instanceof OpenAI.APIUserAbortError ||
  (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError'));
