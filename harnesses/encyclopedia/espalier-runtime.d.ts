declare module 'espalier/runtime' {
  export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

  /** A JSON Schema that remembers the TypeScript type of the values that it admits. Made with `s`. */
  export interface Schema<T> {
    readonly json: { readonly [key: string]: Json };
    readonly [schemaValue]?: T;
  }
  /** A member that an object may leave out. Only inside `s.object`. */
  export interface OptionalSchema<T> extends Schema<T> {
    readonly [schemaOptional]: true;
  }
  const schemaValue: unique symbol;
  const schemaOptional: unique symbol;
  /** The type of the values that a schema admits: `type Hop = Infer<typeof hop>`. */
  export type Infer<S> = S extends Schema<infer T> ? T : never;
  type Shape = Readonly<Record<string, Schema<unknown>>>;
  type OptionalKeys<S extends Shape> = { [K in keyof S]: S[K] extends OptionalSchema<unknown> ? K : never }[keyof S];
  type Flat<T> = { [K in keyof T]: T[K] };
  export type InferShape<S extends Shape> = Flat<
    { [K in Exclude<keyof S, OptionalKeys<S>>]: Infer<S[K]> } & { [K in OptionalKeys<S>]?: Infer<S[K]> }
  >;
  /** The schema builder for the output of `rt.llm.predict`. */
  export const s: {
    string(options?: { minLength?: number; maxLength?: number; description?: string }): Schema<string>;
    number(options?: { minimum?: number; maximum?: number; description?: string }): Schema<number>;
    integer(options?: { minimum?: number; maximum?: number; description?: string }): Schema<number>;
    boolean(options?: { description?: string }): Schema<boolean>;
    literal<const V extends string | number | boolean | null>(value: V, options?: { description?: string }): Schema<V>;
    enum<const V extends readonly [string, ...string[]]>(values: V, options?: { description?: string }): Schema<V[number]>;
    array<T>(item: Schema<T>, options?: { minItems?: number; maxItems?: number; description?: string }): Schema<T[]>;
    object<S extends Shape>(shape: S, options?: { description?: string }): Schema<InferShape<S>>;
    optional<T>(schema: Schema<T>): OptionalSchema<T>;
    nullable<T>(schema: Schema<T>): Schema<T | null>;
  };

  export interface ChatMessage {
    readonly role: 'system' | 'user' | 'assistant';
    readonly content: string;
  }
  /** The language model. Its calls throw `LlmError` when they fail. */
  export interface Llm {
    /** Asks for a value of the `output` schema. `input` must be JSON. */
    predict<T>(request: { readonly instruction: string; readonly input: unknown; readonly output: Schema<T> }): Promise<T>;
    /** Free text. */
    chat(messages: readonly ChatMessage[]): Promise<string>;
  }
  /** Thrown when a tool refuses its arguments or finds nothing: an observation to recover from. */
  export class ToolError extends Error {
    readonly name: 'ToolError';
  }
  /** Thrown when the language model gives no usable reply. */
  export class LlmError extends Error {
    readonly name: 'LlmError';
  }
  /** All that `main` has besides its task. */
  export interface Runtime {
    readonly llm: Llm;
    readonly tools: Tools;
    /** Puts a note into the trace. */
    note(text: string, data?: unknown): void;
  }

  export type Task = {
    question: string;
  };

  export type Answer = {
    /** As short as can be: a name, a number, yes or no. May be empty. */
    answer: string;
    /** Titles of the passages that show the answer, at most five. */
    evidence: string[];
  };

  /** The tools, by name. A call throws `ToolError` when it fails. */
  export interface Tools {
    /** Full-text search (BM25 over title and text, any word matches). Gives at most k passages, best first; throws ToolError when the query has no word. */
    readonly "search": (args: {
      /** Plain words; at most 64 different ones count, the rarest. */
      query: string;
      /** How many passages at most, 1 to 10. */
      k: number;
    }) => Promise<{
      title: string;
      text: string;
      /** BM25; higher is better. */
      score: number;
    }[]>;
    /** The passage of a title; letter case and white space do not count. Throws ToolError, naming the nearest titles, when there is none. */
    readonly "open": (args: {
      title: string;
    }) => Promise<{
      title: string;
      text: string;
    }>;
  }
}
