import { z } from 'zod';
import type { Json, JsonSchema } from '../task/json.js';
import type { ChatMessage, LlmRequest } from '../ports/llm.js';

/** What `rt.llm.predict` sends to the host. */
export const PredictArgs: z.ZodType<{ instruction: string; input: Json; output: JsonSchema }> = z.strictObject({
  instruction: z.string().min(1).max(50_000),
  input: z.json(),
  output: z.record(z.string(), z.json()),
});

/** Schema members that hold regular expressions: written by the harness, they would run on the host against any reply. */
const PATTERNS: ReadonlySet<string> = new Set(['pattern', 'patternProperties', 'format', '$ref']);

/** The schema members, at any depth, that a prediction may not use; none for what the schema builder makes. */
export function refusedMembers(schema: Json): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((item: Json) => refusedMembers(item));
  return Object.entries(schema).flatMap(([key, value]) => {
    if (PATTERNS.has(key)) return [key];
    if (key === 'const' || key === 'enum') return [];
    // Names of properties are the harness's own words.
    if (key === 'properties' && typeof value === 'object' && value !== null)
      return Object.values(value).flatMap(refusedMembers);
    return refusedMembers(value);
  });
}

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

/** Reads a reply: bare JSON, or JSON in one code fence. */
export function readPrediction(
  text: string,
  validator: z.ZodType,
): { ok: true; value: Json } | { ok: false; problem: string } {
  const bare = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch (error) {
    return { ok: false, problem: `it is not JSON (${error instanceof Error ? error.message : String(error)}).` };
  }
  const read = validator.safeParse(value);
  return read.success ? { ok: true, value: read.data as Json } : { ok: false, problem: z.prettifyError(read.error) }; // validated JSON
}
