import type { FunctionId } from '../task/ids.js';
import type { Json } from '../task/json.js';
import type { HostCall, RunEnd, TraceNode } from '../trace/trace.js';
import type { HarnessFunction, Reason } from './editor.js';
import type { HarnessInterface } from './interface.js';

/**
 * All that an optimizer ever sees. Built from training cases alone: there is no member through which a gate or
 * test task, trace or score could pass.
 */
export interface WindowView {
  readonly family: string;
  readonly interface: HarnessInterface;
  /** The score that counts as success. */
  readonly success: string;
  /** The deployed model's name; `none` when every model call throws. */
  readonly model: string;
  /** Limits of one run that code has to plan with. */
  readonly limits: { readonly calls: number; readonly modelCalls: number; readonly wallMs: number };
  /** Every failure of the window, at once. */
  readonly failures: readonly FailureView[];
  /** The functions that may be edited: `{main} ∪ ⋃ F(τ_i)`. */
  readonly editable: readonly HarnessFunction[];
  /** Other functions of the harness: id and signature only. */
  readonly others: readonly { readonly id: FunctionId; readonly signature: string }[];
  /** Top-level imports, types and constants of each file, so that edits can refer to them. */
  readonly declarations: readonly { readonly file: string; readonly source: string }[];
  /** `L`. */
  readonly editBudget: number;
  /** Most characters of one function. */
  readonly functionChars: number;
  /** Edit sets that were refused, dropped or rolled back before. No gate scores. */
  readonly rejections: readonly Rejection[];
}

export interface FailureView {
  readonly task: Json;
  readonly answer?: Json;
  readonly end: RunEnd;
  readonly scores: Readonly<Record<string, number>>;
  readonly feedback: string;
  readonly attempts: number;
  /** Missing with `--guidance off`. */
  readonly dag?: {
    readonly nodes: readonly TraceNode[];
    readonly calls: readonly HostCall[];
    /** Calls of functions and returns that were not recorded. */
    readonly droppedNodes: number;
  };
}

export interface Rejection {
  readonly step: number;
  readonly rationale: string;
  readonly functions: readonly string[];
  readonly verdict: 'refused' | 'dropped' | 'rolled back';
  readonly reasons: readonly string[];
}

/** What goes back to the optimizer when its reply was refused: the reply and the reasons. */
export interface RefusedReply {
  readonly reply: string;
  readonly reasons: readonly Reason[];
}
