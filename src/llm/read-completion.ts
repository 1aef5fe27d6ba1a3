import { z } from 'zod';
import type { Completion } from '../ports/llm.js';
import { BackendFault } from '../task/error.js';
import { EndpointRefused } from './endpoint-refused.js';

const usageSchema = z.object({
  prompt_tokens: z.number().int().nonnegative(),
  completion_tokens: z.number().int().nonnegative(),
  prompt_tokens_details: z.object({ cached_tokens: z.number().int().nonnegative().nullish() }).nullish(),
});

const completionSchema = z.object({
  usage: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});

/**
 * Reads an endpoint's reply to a chat completion. `where` names the endpoint in errors.
 * @throws BackendFault when it is no chat completion, or reports no usage: a missing figure is never zero.
 * @throws EndpointRefused when it is a page, not JSON.
 */
export function readCompletion(reply: unknown, where: string): Completion {
  if (typeof reply === 'string') {
    throw new EndpointRefused(
      200,
      `${where} answered with text that is not JSON (\`${reply.slice(0, 80)}\`). ` +
        'Expected an OpenAI-compatible endpoint; check the base URL (it often ends in /v1).',
    );
  }
  const parsed = completionSchema.safeParse(reply);
  const choice = parsed.data?.choices[0];
  if (choice === undefined) {
    throw new BackendFault(`${where} answered with something that is no chat completion: ${clip(reply)}`);
  }
  const usage = usageSchema.safeParse(parsed.data?.usage);
  if (!usage.success) {
    throw new BackendFault(
      `${where} reported no usage (prompt_tokens, completion_tokens). Costs cannot be counted without it: ` +
        "switch the endpoint's usage reporting on, or use another endpoint.",
    );
  }
  return {
    text: choice.message.content ?? choice.message.refusal ?? '',
    finish: choice.finish_reason === 'length' ? 'truncated' : 'complete',
    usage: {
      inputTokens: usage.data.prompt_tokens,
      cachedTokens: usage.data.prompt_tokens_details?.cached_tokens ?? 0,
      outputTokens: usage.data.completion_tokens,
    },
  };
}

const clip = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200));
