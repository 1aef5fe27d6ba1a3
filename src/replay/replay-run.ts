import { canonicalJson } from '../task/json.js';
import { traceMeaning } from '../trace/digest.js';
import { TRACE_FORMAT, type Trace } from '../trace/trace.js';
import type { Prepared, RunLimits, Sandbox } from '../ports/sandbox.js';
import { ReplayHost } from './replay-host.js';

/** Whether a run came out again as it was recorded; if not, the first difference. */
export type ReplayedRun = { readonly same: true } | { readonly same: false; readonly difference: string };

/** Runs a version again from a trace's recorded calls and compares the two traces node by node. */
export async function replayRun(
  sandbox: Sandbox,
  prepared: Prepared,
  trace: Trace,
  tools: readonly string[],
  limits: RunLimits,
  signal?: AbortSignal,
): Promise<ReplayedRun> {
  const host = new ReplayHost(trace, tools);
  const result = await sandbox.run(
    prepared,
    { task: trace.task, seed: trace.seed, ...(signal ? { signal } : {}) },
    host,
    limits,
  );
  if (host.divergence !== undefined) return { same: false, difference: host.divergence };
  const answered = result.end.kind === 'answered' && trace.end.kind !== 'invalid-answer';
  const replayed: Trace = {
    format: TRACE_FORMAT,
    version: prepared.version,
    seed: trace.seed,
    task: trace.task,
    nodes: host.recorder.nodes,
    droppedNodes: result.droppedNodes,
    calls: host.recorder.calls,
    ...(answered && result.answer !== undefined ? { answer: result.answer } : {}),
    // The host, not the harness, found the recorded answer invalid; its schema is not asked again here.
    end: result.end.kind === 'answered' && trace.end.kind === 'invalid-answer' ? trace.end : result.end,
    ...(trace.outcome ? { outcome: trace.outcome } : {}),
    usage: host.recorder.usage,
    wallMs: 0,
  };
  if (traceMeaning(replayed) === traceMeaning(trace)) return { same: true };
  return { same: false, difference: firstDifference(trace, replayed) };
}

function firstDifference(recorded: Trace, replayed: Trace): string {
  for (let index = 0; index < Math.max(recorded.nodes.length, replayed.nodes.length); index += 1) {
    const was = canonicalJson(recorded.nodes[index] ?? null);
    const is = canonicalJson(replayed.nodes[index] ?? null);
    if (was !== is) return `node ${String(index + 1)}: recorded ${was.slice(0, 300)}, replayed ${is.slice(0, 300)}`;
  }
  for (const key of ['end', 'answer', 'calls', 'usage', 'droppedNodes', 'version', 'seed', 'task'] as const) {
    const was = canonicalJson(recorded[key] ?? null);
    const is = canonicalJson(replayed[key] ?? null);
    if (was !== is) return `${key}: recorded ${was.slice(0, 300)}, replayed ${is.slice(0, 300)}`;
  }
  return 'the traces differ';
}
