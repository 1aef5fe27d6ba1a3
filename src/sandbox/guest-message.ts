import { z } from 'zod';
import type { GuestMessage } from '../runtime/wire.js';
import type { TraceNode } from '../trace/trace.js';

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
const nodes = z.array(node);
const dropped = z.int().nonnegative();

const message = z.union([
  z.strictObject({
    t: z.literal('call'),
    id: z.int().positive(),
    node: z.int().nonnegative(),
    kind: z.enum(['llm', 'tool']),
    name: z.string().max(200),
    args: z.unknown(),
    nodes,
  }),
  z.strictObject({ t: z.literal('nodes'), nodes: nodes.min(1) }),
  z.strictObject({ t: z.literal('end'), ok: z.literal(true), value: z.unknown(), nodes, dropped }),
  z.strictObject({
    t: z.literal('end'),
    ok: z.literal(false),
    error: z.strictObject({
      name: z.string().max(200),
      message: z.string().max(4_000),
      stack: z.string().max(20_000),
    }),
    nodes,
    dropped,
  }),
]);

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => deeperThan(inner, levels - 1));
}

export type Decoded =
  | { readonly kind: 'message'; readonly message: GuestMessage }
  | { readonly kind: 'malformed'; readonly reason: string };

/** Reads one line from the guest. Nothing in it is trusted; a line of any other form is `malformed`. */
export function decodeGuestMessage(text: string): Decoded {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: 'malformed', reason: `not JSON (${error instanceof Error ? error.message : 'unreadable'})` };
  }
  const parsed = message.safeParse(value);
  if (!parsed.success) return { kind: 'malformed', reason: z.prettifyError(parsed.error).slice(0, 500) };
  const payload = parsed.data.t === 'call' ? parsed.data.args : 'value' in parsed.data ? parsed.data.value : null;
  if (deeperThan(payload, MAX_DEPTH)) {
    return { kind: 'malformed', reason: `JSON nested deeper than ${String(MAX_DEPTH)} levels` };
  }
  // The schema has checked every member; ids are brands of plain strings, and what JSON.parse gives is Json.
  return { kind: 'message', message: parsed.data as unknown as GuestMessage };
}

/** Checks that deltas make one DAG: rising ids, parents before children, sizes within the guest's own limits. */
export class NodeCheck {
  readonly #maxNodes: number;
  readonly #maxChars: number;
  #last = 0;
  #count = 0;
  #chars = 0;

  /** The caps leave room for the marks that the recorder puts on what it cuts. */
  constructor(limits: { readonly nodes: number; readonly previewChars: number; readonly previewTotalChars: number }) {
    // The recorder's own bound past its cap: functions to twice it, a return each, calls, some errors and notes.
    this.#maxNodes = limits.nodes * 4 + 2_000;
    this.#maxChars = limits.previewTotalChars * 2 + this.#maxNodes * 64;
  }

  /** The reason why a delta cannot be, or `undefined`. */
  refuse(delta: readonly TraceNode[]): string | undefined {
    for (const { id, parent, detail } of delta) {
      if (id <= this.#last) return `node ${String(id)} after node ${String(this.#last)}`;
      if (parent >= id) return `node ${String(id)} with parent ${String(parent)}`;
      this.#last = id;
      this.#chars += detail?.length ?? 0;
    }
    this.#count += delta.length;
    if (this.#count > this.#maxNodes) return `more than ${String(this.#maxNodes)} nodes`;
    if (this.#chars > this.#maxChars) return `previews of more than ${String(this.#maxChars)} characters`;
    return undefined;
  }
}
