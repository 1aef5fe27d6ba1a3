import { z } from 'zod';
import type { GuestMessage } from '../runtime/wire.js';
import type { TraceNode } from '../trace/trace.js';
import { costlyToRead } from './costly-to-read.js';

/** Deepest nesting of arguments and answers: what lies behind this room may recurse. */
const MAX_DEPTH = 256;

const node = z.strictObject({
  id: z.int().positive(),
  parent: z.int().nonnegative(),
  kind: z.enum(['function', 'llm', 'tool', 'return', 'error', 'note']),
  name: z.string().max(1_000),
  functionId: z.string().max(1_000).optional(),
  detail: z.string().optional(),
  site: z.string().max(1_000).optional(),
});
/** Stops at the first node that is wrong: a report of every one of some 100,000 would hold the host up for seconds. */
const nodes = z.custom<readonly unknown[]>(
  (value) => Array.isArray(value) && value.every((item) => node.safeParse(item).success),
  'Invalid input: expected nodes of the trace',
);
const dropped = z.int().nonnegative();
/** More members than any message has; counted before the schema looks, which would name every unknown one. */
const MAX_MEMBERS = 8;

const call = z.strictObject({
  t: z.literal('call'),
  id: z.int().positive(),
  node: z.int().nonnegative(),
  kind: z.enum(['llm', 'tool']),
  name: z.string().max(200),
  args: z.unknown(),
  nodes,
  dropped: dropped.optional(),
});
const delta = z
  .strictObject({ t: z.literal('nodes'), nodes, dropped: dropped.optional() })
  .refine((sent) => sent.nodes.length > 0 || sent.dropped !== undefined, 'Invalid input: expected at least one node');
const answered = z.strictObject({ t: z.literal('end'), ok: z.literal(true), value: z.unknown(), nodes, dropped });
const failed = z.strictObject({
  t: z.literal('end'),
  ok: z.literal(false),
  error: z.strictObject({
    name: z.string().max(200),
    message: z.string().max(4_000),
    stack: z.string().max(20_000),
  }),
  nodes,
  dropped,
});
const message = z.discriminatedUnion('t', [call, delta, z.discriminatedUnion('ok', [answered, failed])]);

/** Why a payload is none that may cross, or `undefined`: nested too deep, or a number such as 1e999 that is none. */
function unfit(value: unknown, levels: number): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'a number beyond all bounds';
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return `JSON nested deeper than ${String(MAX_DEPTH)} levels`;
  for (const inner of Object.values(value)) {
    const reason = unfit(inner, levels - 1);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

export type Decoded =
  | { readonly kind: 'message'; readonly message: GuestMessage }
  | { readonly kind: 'malformed'; readonly reason: string };

/** Reads one line from the guest. Nothing in it is trusted; a line of any other form is `malformed`. */
export function decodeGuestMessage(text: string): Decoded {
  const costly = costlyToRead(text);
  if (costly !== undefined) return { kind: 'malformed', reason: costly };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: 'malformed', reason: `not JSON (${error instanceof Error ? error.message : 'unreadable'})` };
  }
  if (typeof value !== 'object' || value === null) return { kind: 'malformed', reason: 'no object' };
  if (Object.keys(value).length > MAX_MEMBERS) return { kind: 'malformed', reason: 'more members than a message has' };
  const parsed = message.safeParse(value);
  if (!parsed.success) return { kind: 'malformed', reason: z.prettifyError(parsed.error).slice(0, 500) };
  const payload = parsed.data.t === 'call' ? parsed.data.args : 'value' in parsed.data ? parsed.data.value : null;
  const reason = unfit(payload, MAX_DEPTH);
  if (reason !== undefined) return { kind: 'malformed', reason };
  // The schema has checked every member; ids are brands of plain strings, and what JSON.parse gives is Json.
  return { kind: 'message', message: parsed.data as unknown as GuestMessage };
}

/** Characters of a node's name, function and site together, on average over a trace: files and functions are named far shorter. */
const NAME_CHARS = 256;

/** Checks that deltas make one DAG: rising ids, parents before children, sizes within the guest's own limits. */
export class NodeCheck {
  readonly #maxNodes: number;
  readonly #maxChars: number;
  readonly #maxNameChars: number;
  #last = 0;
  #count = 0;
  #chars = 0;
  #nameChars = 0;

  /** The caps leave room for the marks that the recorder puts on what it cuts. */
  constructor(limits: { readonly nodes: number; readonly previewChars: number; readonly previewTotalChars: number }) {
    // The recorder's own bound past its cap: functions to twice it, a return each, calls, some errors and notes.
    this.#maxNodes = limits.nodes * 4 + 2_000;
    this.#maxChars = limits.previewTotalChars * 2 + this.#maxNodes * 64;
    this.#maxNameChars = this.#maxNodes * NAME_CHARS;
  }

  /** The reason why a delta cannot be, or `undefined`. */
  refuse(delta: readonly TraceNode[]): string | undefined {
    for (const { id, parent, detail, name, functionId, site } of delta) {
      if (id <= this.#last) return `node ${String(id)} after node ${String(this.#last)}`;
      if (parent >= id) return `node ${String(id)} with parent ${String(parent)}`;
      this.#last = id;
      this.#chars += detail?.length ?? 0;
      this.#nameChars += name.length + (functionId?.length ?? 0) + (site?.length ?? 0);
    }
    this.#count += delta.length;
    if (this.#count > this.#maxNodes) return `more than ${String(this.#maxNodes)} nodes`;
    if (this.#chars > this.#maxChars) return `previews of more than ${String(this.#maxChars)} characters`;
    if (this.#nameChars > this.#maxNameChars) return `names of more than ${String(this.#maxNameChars)} characters`;
    return undefined;
  }
}
