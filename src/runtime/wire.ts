import type { Json } from '../task/json.js';
import type { TraceNode } from '../trace/trace.js';

/**
 * What crosses between guest and host: one JSON text a message, nothing else. The linked script defines
 * `globalThis.__espalier = { start(text), reply(text) }`; the runner gives it `globalThis.__espalier_send(text)`
 * before the script runs. Replies are delivered in the order of their calls, so that the guest is deterministic.
 */
export interface StartMessage {
  readonly task: Json;
  /** Seeds the guest's clock and randomness. */
  readonly seed: string;
  readonly tools: readonly string[];
  readonly limits: GuestLimits;
}

/** Limits that the guest's own instrumentation keeps; the host keeps the others. */
export interface GuestLimits {
  /** Nodes recorded a run; past it only what a trace cannot do without, the others are counted. */
  readonly nodes: number;
  /** Characters of one preview. */
  readonly previewChars: number;
  /** Characters of all previews of a run. */
  readonly previewTotalChars: number;
  /** Loop turns a run, over all loops; then a traced error names the line. */
  readonly loopFuel: number;
  /** Lines that `console` may put into a trace. */
  readonly logLines: number;
}

export type ReplyMessage =
  | { readonly id: number; readonly ok: true; readonly value: Json }
  | { readonly id: number; readonly ok: false; readonly error: { readonly name: string; readonly message: string } };

/** Guest → host. `nodes` are those made since the last message; `dropped` is the run's total so far, missing while 0. */
export type GuestMessage =
  | { readonly t: 'nodes'; readonly nodes: readonly TraceNode[]; readonly dropped?: number }
  | {
      readonly t: 'call';
      /** From 1, rising. */
      readonly id: number;
      readonly node: number;
      readonly kind: 'llm' | 'tool';
      readonly name: string;
      readonly args: Json;
      readonly nodes: readonly TraceNode[];
      readonly dropped?: number;
    }
  | {
      readonly t: 'end';
      readonly ok: true;
      readonly value: Json;
      readonly nodes: readonly TraceNode[];
      readonly dropped: number;
    }
  | {
      readonly t: 'end';
      readonly ok: false;
      readonly error: { readonly name: string; readonly message: string; readonly stack: string };
      readonly nodes: readonly TraceNode[];
      readonly dropped: number;
    };
