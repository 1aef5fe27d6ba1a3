import type { Json } from '../task/json.js';
import type { Schema } from './schema.js';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The deployed model. */
export interface LanguageModel {
  /**
   * Asks for a value of the `output` schema; the host validates it.
   * @throws LlmError when the model gives no valid value.
   */
  predict<T>(request: {
    readonly instruction: string;
    readonly input: unknown;
    readonly output: Schema<T>;
  }): Promise<T>;
  /** @throws LlmError when the model gives no reply. */
  chat(messages: readonly ChatMessage[]): Promise<string>;
}

/** Tools by name; a family's own declarations narrow the names, arguments and outputs. */
export type Tools = Readonly<Record<string, (args: Json) => Promise<Json>>>;

/** All that harness code has besides its task. */
export interface Runtime<T = Tools> {
  readonly llm: LanguageModel;
  readonly tools: T;
  /** Puts a note into the trace. */
  note(text: string, data?: unknown): void;
}
