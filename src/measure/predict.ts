import { z } from 'zod';
import type { Json, JsonSchema } from '../task/json.js';
import type { ChatMessage, LlmRequest } from '../ports/llm.js';
import { checked } from './checked.js';
import { replyFault } from './predict-bounds.js';

/** What `rt.llm.predict` sends to the host: JSON already, whose insides `schemaFault` and `inputFault` look at. */
export const PredictArgs: z.ZodType<{ instruction: string; input: Json; output: JsonSchema }> = z.strictObject({
  instruction: z.string().min(1).max(50_000),
  input: z.custom<Json>((value) => value !== undefined, 'Invalid input: expected JSON'),
  output: z.custom<JsonSchema>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'Invalid input: expected a schema',
  ),
});

/** What `rt.llm.chat` sends to the host. */
export const ChatArgs: z.ZodType<{ messages: readonly ChatMessage[] }> = z.strictObject({
  messages: z
    .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
    .min(1)
    .max(200),
});

/** How often a reply that is not of the asked shape goes back with what is wrong. */
export const PREDICT_REPAIRS = 2;

/** The request of one typed prediction. */
export function predictRequest(args: z.infer<typeof PredictArgs>, maxOutputTokens: number): LlmRequest {
  const { instruction, input, output } = args;
  return {
    messages: [
      {
        role: 'system',
        content: `${instruction}\n\nReply with JSON alone: one value of this JSON Schema.\n${JSON.stringify(output)}`,
      },
      { role: 'user', content: typeof input === 'string' ? input : JSON.stringify(input, null, 1) },
    ],
    schema: output,
    maxOutputTokens,
    predict: { instruction, input },
  };
}

/** The same request with a reply that did not fit and why. */
export function repairRequest(request: LlmRequest, reply: string, problem: string): LlmRequest {
  return {
    ...request,
    messages: [
      ...request.messages,
      { role: 'assistant', content: reply },
      {
        role: 'user',
        content: `That reply is not of the asked shape: ${problem}\nReply again with the JSON value alone.`,
      },
    ],
  };
}

/** Reads a reply: bare JSON, or JSON in one code fence. `schemaValues` is the size of the schema behind `validator`. */
export function readPrediction(
  text: string,
  validator: z.ZodType,
  schemaValues: number,
): { ok: true; value: Json } | { ok: false; problem: string } {
  const bare = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
  let value: Json;
  try {
    value = JSON.parse(bare) as Json; // what JSON.parse gives
  } catch (error) {
    return { ok: false, problem: `it is not JSON (${error instanceof Error ? error.message : String(error)}).` };
  }
  const fault = replyFault(value, schemaValues);
  if (fault !== undefined) return { ok: false, problem: fault };
  const read = checked(validator, value);
  return read.ok ? { ok: true, value: read.value } : { ok: false, problem: read.problem };
}
