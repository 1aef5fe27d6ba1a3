import type { GuestCall, RunHost } from '../../src/ports/sandbox.js';
import type { Json } from '../../src/task/json.js';
import type { CallReply, TraceNode } from '../../src/trace/trace.js';

/** The host's half of one abusive run: tools of every temper, and state that nothing may change. */
export class AbuseHost implements RunHost {
  readonly tools = ['echo', 'fail', 'list', 'obj', 'shared', 'merge', 'count', 'pause'];
  readonly #shared: { secretFlag: string; list: number[] } = { secretFlag: 'intact', list: [1] };
  readonly #merged: Record<string, unknown> = {};
  readonly #tell: (text: string) => void;
  readonly calls: string[] = [];

  /** `tell` gets the text of all that the guest sends. */
  constructor(tell: (text: string) => void) {
    this.#tell = tell;
  }

  record(nodes: readonly TraceNode[]): void {
    this.#tell(JSON.stringify(nodes));
  }

  async call(call: GuestCall): Promise<CallReply> {
    this.calls.push(call.name);
    this.#tell(JSON.stringify(call));
    if (!this.tools.includes(call.name)) return failure(`there is no tool ${call.name}`);
    switch (call.name) {
      case 'fail':
        return failure('this tool always fails');
      case 'list':
        return { ok: true, value: [{ a: 1 }, { b: 2 }] };
      case 'obj':
        return { ok: true, value: { a: 1 } };
      case 'shared':
        return { ok: true, value: this.#shared };
      case 'pause':
        await new Promise((resolve) => setTimeout(resolve, 20));
        return { ok: true, value: null };
      case 'merge':
        // What a careless tool does with its arguments.
        Object.assign(this.#merged, call.args);
        return { ok: true, value: true };
      default:
        return { ok: true, value: call.args };
    }
  }

  /** What the guest has changed here or in the realm of this process. */
  tampered(): readonly string[] {
    const found: string[] = [];
    const kept: Json = this.#shared;
    if (JSON.stringify(kept) !== '{"secretFlag":"intact","list":[1]}') found.push('an object of the host changed');
    if ('polluted' in {} || 'polluted' in Array.prototype) found.push('a prototype of the host changed');
    return found;
  }
}

const failure = (message: string): CallReply => ({ ok: false, error: { name: 'ToolError', message } });
