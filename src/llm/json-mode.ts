import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { ChatMessage, LlmRequest } from '../ports/llm.js';

/** How JSON is asked for: by schema, as any JSON object, or in words only. */
export type JsonMode = 'schema' | 'object' | 'text';

/** The next weaker way to ask for JSON, or `undefined` after the weakest. */
export function weakerMode(mode: JsonMode): JsonMode | undefined {
  switch (mode) {
    case 'schema':
      return 'object';
    case 'object':
      return 'text';
    case 'text':
      return undefined;
  }
}

type Shape = Pick<ChatCompletionCreateParamsNonStreaming, 'response_format'> & { readonly messages: ChatMessage[] };

/** The messages and `response_format` of a request. Where the endpoint is not given the schema, the model is told it. */
export function shapeFor(request: LlmRequest, mode: JsonMode): Shape {
  const messages = [...request.messages];
  if (request.schema === undefined) return { messages };
  const { $schema: _dialect, ...schema } = request.schema;
  if (mode === 'schema') {
    return { messages, response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } } };
  }
  messages.push({
    role: 'user',
    content: `Reply with one JSON value that fits this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`,
  });
  return mode === 'object' ? { messages, response_format: { type: 'json_object' } } : { messages };
}
