import type { FunctionId, SamplingSeed, VersionId } from '../task/ids.js';
import type { Json } from '../task/json.js';
import type { Outcome } from '../task/outcome.js';
import type { Usage } from '../task/usage.js';

/** Version of the stored trace format. Raised by every change that an older reader could not read. */
export const TRACE_FORMAT = 1;

export type NodeKind = 'function' | 'llm' | 'tool' | 'return' | 'error' | 'note';

/** One node of the execution DAG `G_i`. Its edge is `parent` → `id`; ids rise in the order in which nodes began. */
export interface TraceNode {
  /** From 1. 0 is the runner, which calls `main`. */
  readonly id: number;
  readonly parent: number;
  readonly kind: NodeKind;
  /** Function, tool or error name; `predict` or `chat` for a model call. */
  readonly name: string;
  /** For a function node: the top-level function or class member that it counts as. */
  readonly functionId?: FunctionId;
  /** Bounded preview: arguments, returned value, error message, note. */
  readonly detail?: string;
  /** For an error node: `file:line:column` in the harness's TypeScript, where known. */
  readonly site?: string;
}

/** A model or tool call as the host saw it, whole, so that a run can be replayed with neither model nor backend. */
export interface HostCall {
  /** The id of its `llm` or `tool` node. */
  readonly node: number;
  readonly kind: 'llm' | 'tool';
  readonly name: string;
  /** Names along the lexical call path from `main`, joined by `>`. */
  readonly path: string;
  /** How many calls with this path came before it in this run. */
  readonly occurrence: number;
  readonly request: Json;
  /** Missing when the run ended before the reply came. */
  readonly reply?: CallReply;
  readonly usage?: Usage;
  readonly cached?: boolean;
  readonly durationMs?: number;
}

/** What the harness got: a value, or an error that was thrown into it. */
export type CallReply =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly error: { readonly name: string; readonly message: string } };

/** How a run ended. Only `missing` is no result at all; every other end counts. */
export type RunEnd =
  | { readonly kind: 'answered' }
  | { readonly kind: 'guest-error'; readonly name: string; readonly message: string; readonly site?: string }
  | { readonly kind: 'invalid-answer'; readonly message: string }
  | { readonly kind: 'limit'; readonly limit: LimitName; readonly message: string }
  | { readonly kind: 'crash'; readonly message: string }
  | { readonly kind: 'missing'; readonly message: string };

/** The limits of one run, by the names of `RunLimits`. */
export type LimitName =
  | 'wallMs'
  | 'heapMb'
  | 'calls'
  | 'modelCalls'
  | 'tokens'
  | 'concurrentCalls'
  | 'resultBytes'
  | 'messageBytes'
  | 'totalBytes'
  | 'loopFuel'
  | 'computeBetweenCallsMs'
  | 'computeMs'
  | 'dataMb'
  | 'stderrBytes';

/** `τ_i = (x_i, G_i, y_i, o_i, u_i)`: task, execution DAG, answer, outcome, usage. */
export interface Trace {
  readonly format: typeof TRACE_FORMAT;
  readonly version: VersionId;
  readonly seed: SamplingSeed;
  readonly task: Json;
  readonly nodes: readonly TraceNode[];
  /** Nodes that were made after the node cap and are not in `nodes`. */
  readonly droppedNodes: number;
  readonly calls: readonly HostCall[];
  readonly answer?: Json;
  readonly end: RunEnd;
  readonly outcome?: Outcome;
  readonly usage: Usage;
  readonly wallMs: number;
}
