import { addUsage, NO_USAGE, type Usage } from '../task/usage.js';
import type { CallReply, HostCall, TraceNode } from '../trace/trace.js';
import type { GuestCall } from '../ports/sandbox.js';
import { CallPaths } from './call-path.js';

/** Collects what one run did, as it happens: nothing is lost when the run hangs or dies. */
export class RunRecorder {
  readonly nodes: TraceNode[] = [];
  readonly calls: HostCall[] = [];
  readonly #paths = new CallPaths();
  readonly #parents = new Map<number, number>();
  usage: Usage = NO_USAGE;
  #closed = false;

  /** From here on nothing that still comes in changes what was recorded. */
  close(): void {
    this.#closed = true;
  }

  record(nodes: readonly TraceNode[]): void {
    if (this.#closed) return;
    this.#paths.record(nodes);
    for (const node of nodes) {
      this.nodes.push(node);
      if (node.kind === 'llm' || node.kind === 'tool') this.#parents.set(node.id, node.parent);
    }
  }

  /** Notes a call before it is served. Returns its place in `calls`. */
  begin(call: GuestCall): number {
    const { path, occurrence } = this.#paths.next(this.#parents.get(call.node) ?? 0);
    this.calls.push({ node: call.node, kind: call.kind, name: call.name, path, occurrence, request: call.args });
    return this.calls.length - 1;
  }

  site(index: number): { readonly path: string; readonly occurrence: number } {
    const call = this.calls[index];
    return { path: call?.path ?? '', occurrence: call?.occurrence ?? 0 };
  }

  /** Adds the usage of one completion to a call and to the run. */
  spend(index: number, usage: Usage, cached: boolean): void {
    if (this.#closed) return;
    this.usage = addUsage(this.usage, usage);
    const call = this.calls[index];
    if (call) this.calls[index] = { ...call, usage: addUsage(call.usage ?? NO_USAGE, usage), cached };
  }

  finish(index: number, reply: CallReply, durationMs: number): CallReply {
    const call = this.calls[index];
    if (call && !this.#closed) this.calls[index] = { ...call, reply, durationMs };
    return reply;
  }
}
