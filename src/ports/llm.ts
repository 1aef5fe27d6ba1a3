import type { Json, JsonSchema } from '../task/json.js';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface LlmRequest {
  readonly messages: readonly ChatMessage[];
  /** The reply is to be JSON text of this schema. The client asks for it; the caller validates. */
  readonly schema?: JsonSchema;
  readonly maxOutputTokens: number;
  readonly temperature?: number;
  /** What `predict` was asked, for models that do not read prompts. */
  readonly predict?: { readonly instruction: string; readonly input: Json };
}

export interface TokenUsage {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

export interface Completion {
  readonly text: string;
  readonly finish: 'complete' | 'truncated';
  readonly usage: TokenUsage;
}

/**
 * Called before another attempt at the same request, so that it can be paid for. `lost` is true when the attempt
 * before may have been served and charged although no reply came; false when the endpoint refused it.
 * Its rejection ends the request.
 */
export type OnRetry = (lost: boolean) => Promise<void>;

/** A model at the network's edge. */
export interface Llm {
  /** Names the model in reports: `openai:gpt-x`, `none`. */
  readonly name: string;
  /** Base URL of its endpoint, where it has one: two endpoints never share a reply. */
  readonly endpoint?: string;
  /** True when asking again brings nothing new: equal requests give equal replies, or only what is recorded. */
  readonly deterministic: boolean;
  /**
   * `seed` is a 31-bit integer for endpoints that take one.
   * @throws BackendFault when the endpoint fails after its bounded retries; when it reports no usage.
   * @throws ModelUnavailable when this model can serve no such request at all.
   */
  complete(request: LlmRequest, seed: number, signal: AbortSignal, onRetry?: OnRetry): Promise<Completion>;
}
