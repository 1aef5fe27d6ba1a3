import { canonicalJson } from '../task/json.js';
import { EndRun } from '../trace/end-run.js';
import type { CallReply, Trace, TraceNode } from '../trace/trace.js';
import type { GuestCall, RunHost } from '../ports/sandbox.js';
import { RunRecorder } from '../measure/run-recorder.js';

/** Serves a run from its recorded calls: neither model nor backend is asked. */
export class ReplayHost implements RunHost {
  readonly recorder: RunRecorder = new RunRecorder();
  readonly tools: readonly string[];
  readonly #trace: Trace;
  /** The first call that is not as it was recorded. */
  divergence: string | undefined;

  constructor(trace: Trace, tools: readonly string[]) {
    this.#trace = trace;
    this.tools = tools;
  }

  record(nodes: readonly TraceNode[]): void {
    this.recorder.record(nodes);
  }

  call(call: GuestCall): Promise<CallReply> {
    const index = this.recorder.begin(call);
    const recorded = this.#trace.calls[index];
    const made = this.recorder.calls[index];
    if (
      recorded?.kind !== call.kind ||
      recorded.name !== call.name ||
      canonicalJson(recorded.request) !== canonicalJson(call.args)
    ) {
      const was = recorded
        ? `${recorded.kind} ${recorded.name} ${canonicalJson(recorded.request).slice(0, 200)}`
        : 'no call';
      this.divergence ??= `call ${String(index + 1)}: recorded ${was}, replayed ${call.kind} ${call.name} ${canonicalJson(call.args).slice(0, 200)}`;
      return Promise.reject(new EndRun({ kind: 'crash', message: 'the replay left the recording' }));
    }
    if (recorded.path !== made?.path || recorded.occurrence !== made.occurrence) {
      this.divergence ??= `call ${String(index + 1)}: recorded on path ${recorded.path}#${String(recorded.occurrence)}, replayed on ${made?.path ?? ''}#${String(made?.occurrence ?? 0)}`;
    }
    if (!recorded.reply) {
      const { end } = this.#trace;
      // A call without a reply was cut off by the end of its run, or had none yet when the harness ended by itself.
      const byHost = end.kind === 'limit' || end.kind === 'missing' || end.kind === 'crash';
      return byHost ? Promise.reject(new EndRun(end)) : new Promise(() => undefined);
    }
    if (recorded.usage) this.recorder.spend(index, recorded.usage, recorded.cached ?? false);
    return Promise.resolve(this.recorder.finish(index, recorded.reply, 0));
  }
}
