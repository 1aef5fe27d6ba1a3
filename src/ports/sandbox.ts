import type { VersionId } from '../task/ids.js';
import type { Json } from '../task/json.js';
import type { CallReply, RunEnd, TraceNode } from '../trace/trace.js';
import type { GuestLimits } from '../runtime/wire.js';

/** A linked harness: one instrumented script that defines `globalThis.__espalier`. */
export interface Bundle {
  readonly version: VersionId;
  /** SHA-256 (hex) of `script`; names compiler and instrumenter too. */
  readonly codeHash: string;
  readonly script: string;
  /** Source map (JSON text) from `script` to the harness's TypeScript. */
  readonly sourceMap: string;
}

/**
 * How far harness code is kept from the machine. `full`: a process in Linux namespaces of its own, vm2 in it. `portable`: a
 * process with QuickJS in it, without walls of the operating system. Runs of versions before 0.2 are stored as `process`.
 */
export type Isolation = 'full' | 'portable';

/** Limits of one run. Each has an outcome of its own (`limitOutcome`) and a message that names it, its value and the place. */
export interface RunLimits {
  /** Wall time of a run, milliseconds. At the deadline the child is killed. */
  readonly wallMs: number;
  /** Guest code between two messages to the host, milliseconds: from what the host delivers to the next call or end. */
  readonly computeBetweenCallsMs: number;
  /** Guest code of a run, milliseconds: the sum of those spans. */
  readonly computeMs: number;
  /** Heap of the guest process, MiB. */
  readonly heapMb: number;
  /** Memory of the guest process beside its heap (array buffers, stacks, the engine), MiB. Kept by `prlimit`, on Linux. */
  readonly dataMb: number;
  /** Tool and model calls of a run, together. */
  readonly calls: number;
  readonly modelCalls: number;
  /** Input and output tokens of a run, together. */
  readonly tokens: number;
  readonly concurrentCalls: number;
  /** Bytes of the answer's JSON text. */
  readonly resultBytes: number;
  /** Bytes of one message from the guest, and of one reply to it. */
  readonly messageBytes: number;
  /**
   * Bytes of all messages of a run, both ways: calls, replies, notes and the rest of the trace, the answer. Each value in
   * their JSON counts 32 more, for the room that it takes when it is read.
   */
  readonly totalBytes: number;
  /** Bytes that a guest process may write to its standard error in a run; harness code has no way to it. */
  readonly stderrBytes: number;
  /** Milliseconds that one tool call may take. */
  readonly toolMs: number;
  /** Milliseconds that judging one answer may take. */
  readonly evaluateMs: number;
  readonly guest: GuestLimits;
}

/** A call as it comes out of the guest; `args` is JSON that nobody has checked yet. */
export interface GuestCall {
  readonly id: number;
  readonly node: number;
  readonly kind: 'llm' | 'tool';
  readonly name: string;
  readonly args: Json;
}

/** The host's half of one run. */
export interface RunHost {
  readonly tools: readonly string[];
  /** New nodes of the DAG, in order; called before the `call` that they came with. */
  record(nodes: readonly TraceNode[]): void;
  /**
   * Serves a call. Must not throw for anything that the harness did. A rejection with `EndRun` ends the run
   * as it says; any other rejection is a bug of ours.
   */
  call(call: GuestCall): Promise<CallReply>;
}

export interface RunResult {
  readonly end: RunEnd;
  /** The answer's JSON, when `end.kind` is `answered`. */
  readonly answer?: Json;
  readonly droppedNodes: number;
  readonly wallMs: number;
}

/** A version that this sandbox can run, with its warm children. */
export interface Prepared {
  readonly version: VersionId;
  close(): Promise<void>;
}

export interface Sandbox {
  /** `none` is a plain child process: for measurements, out of reach of every command. */
  readonly isolation: Isolation | 'none';
  /** @throws InputError when the script does not even load. */
  prepare(bundle: Bundle): Promise<Prepared>;
  run(
    prepared: Prepared,
    input: { readonly task: Json; readonly seed: string; readonly signal?: AbortSignal },
    host: RunHost,
    limits: RunLimits,
  ): Promise<RunResult>;
  close(): Promise<void>;
}
