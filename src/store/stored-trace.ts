import { z } from 'zod';
import type { Json } from '../task/json.js';
import type { Outcome } from '../task/outcome.js';
import type { Usage } from '../task/usage.js';
import type { RunEnd } from '../trace/trace.js';

/** Index into `strings`, or −1 for a member that is not there. */
const column = z.array(z.int());

const usage = z.object({
  modelCalls: z.number(),
  inputTokens: z.number(),
  cachedTokens: z.number(),
  outputTokens: z.number(),
  costUsd: z.number(),
});

const end = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered') }),
  z.object({
    kind: z.literal('guest-error'),
    name: z.string(),
    message: z.string(),
    site: z.string().exactOptional(),
  }),
  z.object({ kind: z.literal('invalid-answer'), message: z.string() }),
  z.object({
    kind: z.literal('limit'),
    limit: z.enum([
      'wallMs',
      'heapMb',
      'calls',
      'modelCalls',
      'tokens',
      'concurrentCalls',
      'resultBytes',
      'messageBytes',
      'totalBytes',
      'loopFuel',
      'computeBetweenCallsMs',
      'computeMs',
      'dataMb',
      'stderrBytes',
    ]),
    message: z.string(),
  }),
  z.object({ kind: z.literal('crash'), message: z.string() }),
  z.object({ kind: z.literal('missing'), message: z.string() }),
]);

/** Node kinds by their number in a stored trace. Only ever added to. */
export const NODE_KINDS = ['function', 'llm', 'tool', 'return', 'error', 'note'] as const;

/**
 * The body of a stored trace, format 1: the nodes as columns over one table of strings, the calls with the SHA-256 (hex)
 * of their request's and reply's JSON text in place of the texts.
 */
export const StoredTrace: z.ZodType<StoredTrace> = z.object({
  version: z.string(),
  seed: z.string(),
  task: z.custom<Json>((value) => value !== undefined),
  strings: z.array(z.string()),
  nodes: z.object({
    /** Each id less the one before it. */
    id: column,
    /** Each node's id less its parent's. */
    parent: column,
    kind: z.array(
      z
        .int()
        .min(0)
        .max(NODE_KINDS.length - 1),
    ),
    name: column,
    functionId: column,
    detail: column,
    site: column,
  }),
  droppedNodes: z.number(),
  calls: z.array(
    z.object({
      node: z.number(),
      kind: z.enum(['llm', 'tool']),
      name: z.string(),
      path: z.string(),
      occurrence: z.number(),
      request: z.string(),
      reply: z.string().exactOptional(),
      usage: usage.exactOptional(),
      cached: z.boolean().exactOptional(),
      durationMs: z.number().exactOptional(),
    }),
  ),
  answer: z.custom<Json>().exactOptional(),
  end,
  outcome: z.object({ scores: z.record(z.string(), z.number()), feedback: z.string() }).exactOptional(),
  usage,
  wallMs: z.number(),
});

/** See the schema of the same name. */
export interface StoredTrace {
  readonly version: string;
  readonly seed: string;
  readonly task: Json;
  readonly strings: string[];
  readonly nodes: StoredNodes;
  readonly droppedNodes: number;
  readonly calls: readonly StoredCall[];
  readonly answer?: Json;
  readonly end: RunEnd;
  readonly outcome?: Outcome;
  readonly usage: Usage;
  readonly wallMs: number;
}

/** Nodes by column; strings by their index, -1 for none. */
export interface StoredNodes {
  readonly id: number[];
  readonly parent: number[];
  readonly kind: number[];
  readonly name: number[];
  readonly functionId: number[];
  readonly detail: number[];
  readonly site: number[];
}

/** A host call with hashes in place of its texts. */
export interface StoredCall {
  readonly node: number;
  readonly kind: 'llm' | 'tool';
  readonly name: string;
  readonly path: string;
  readonly occurrence: number;
  readonly request: string;
  readonly reply?: string;
  readonly usage?: Usage;
  readonly cached?: boolean;
  readonly durationMs?: number;
}
