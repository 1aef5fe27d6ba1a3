export { s } from './schema.js';
export type {
  ArrayOptions,
  Described,
  Infer,
  InferShape,
  NumberOptions,
  OptionalSchema,
  Schema,
  SchemaBuilder,
  StringOptions,
} from './schema.js';
export { LlmError, ToolError } from './errors.js';
export type { ChatMessage, LanguageModel, Runtime, Tools } from './runtime.js';
export type { Json, JsonSchema } from '../task/json.js';

/** What `main` gets and gives. A family's own declarations narrow both. */
export type { Json as Task, Json as Answer } from '../task/json.js';
