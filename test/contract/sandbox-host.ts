import { DEFAULT_LIMITS } from '../../src/measure/default-limits.js';
import type { GuestCall, RunHost, RunLimits } from '../../src/ports/sandbox.js';
import type { Json } from '../../src/task/json.js';
import type { CallReply, TraceNode } from '../../src/trace/trace.js';

/** Limits for tests: a short wall, everything else as by default. */
export const limits = (over: Partial<RunLimits> = {}): RunLimits => ({ ...DEFAULT_LIMITS, wallMs: 3_000, ...over });

/** A real, small host: echo, failing, slow and unknown tools; remembers what it saw, in order. */
export class TestHost implements RunHost {
  readonly tools = ['echo', 'fail', 'slow'];
  readonly seen: string[] = [];
  readonly nodes: TraceNode[] = [];
  readonly calls: GuestCall[] = [];

  record(nodes: readonly TraceNode[]): void {
    this.nodes.push(...nodes);
    this.seen.push(`nodes ${nodes.map((node) => node.id).join(',')}`);
  }

  async call(call: GuestCall): Promise<CallReply> {
    this.calls.push(call);
    this.seen.push(`call ${call.name}`);
    if (call.kind === 'llm') return { ok: true, value: call.args };
    if (call.name === 'echo') return { ok: true, value: call.args };
    if (call.name === 'slow') {
      await new Promise((resolve) => setTimeout(resolve, Number((call.args as { ms: number }).ms))); // tests pass { ms }
      return { ok: true, value: call.args };
    }
    if (call.name === 'fail') return { ok: false, error: { name: 'ToolError', message: `no: ${text(call.args)}` } };
    return { ok: false, error: { name: 'ToolError', message: `no tool ${call.name}` } };
  }
}

const text = (value: Json): string => JSON.stringify(value);
