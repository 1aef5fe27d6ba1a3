import { decideGate } from '../gate/decide.js';
import type { VersionId } from '../task/ids.js';
import { traceDigest } from '../task/ids.js';
import type { Verdict } from '../task/verdict.js';
import { mapConcurrent } from '../measure/concurrent.js';
import type { WarmVersions } from '../measure/warm-versions.js';
import type { GateRecord } from '../ports/gate-record.js';
import type { RunLimits, Sandbox } from '../ports/sandbox.js';
import type { RunStore } from '../ports/store.js';
import { replayRun } from './replay-run.js';

/** What a replayed gate shows. */
export interface ReplayedGate {
  readonly gate: number;
  readonly recorded: Verdict;
  /** The verdict that the rule gives for the recorded successes. */
  readonly derived: Verdict;
  readonly reason: string;
  readonly runs: number;
  readonly reproduced: number;
  readonly differences: readonly {
    readonly case: string;
    readonly arm: 'candidate' | 'checkpoint';
    readonly difference: string;
  }[];
}

/** Re-derives the verdict of a record by its rule. A record of `off` was decided as `paired`. */
export function rederive(record: GateRecord): { readonly verdict: Verdict; readonly reason: string } {
  return decideGate(record.rule === 'paper' ? 'paper' : 'paired', {
    tasks: record.tasks,
    storedCheckpoint: record.storedCheckpoint,
    minCoverage: record.minCoverage,
  });
}

export interface ReplayGateParts {
  readonly store: RunStore;
  readonly sandbox: Sandbox;
  readonly warm: WarmVersions;
  readonly limits: RunLimits;
  readonly tools: readonly string[];
  /** The score that counted as success. */
  readonly success: string;
  readonly concurrency: number;
}

/** Re-derives a gate's verdict, then runs both arms again from their recorded responses, offline. */
export async function replayGate(parts: ReplayGateParts, record: GateRecord): Promise<ReplayedGate> {
  const { verdict, reason } = rederive(record);
  const runs = record.tasks.flatMap((task) =>
    (['candidate', 'checkpoint'] as const).flatMap((arm) =>
      task.traces[arm] === ''
        ? []
        : [
            {
              case: task.case,
              arm,
              digest: traceDigest(task.traces[arm]),
              success: task[arm],
              version: record[arm].version,
            },
          ],
    ),
  );
  const differences: ReplayedGate['differences'][number][] = [];
  const concurrency = Math.max(1, parts.concurrency);
  const outcomes = await mapConcurrent(runs, concurrency, async (run) => ({
    run,
    difference: await difference(parts, run),
  }));
  for (const { run, difference: text } of outcomes)
    if (text !== undefined) differences.push({ case: run.case, arm: run.arm, difference: text });
  return {
    gate: record.gate,
    recorded: record.verdict,
    derived: verdict,
    reason,
    runs: runs.length,
    reproduced: runs.length - differences.length,
    differences,
  };
}

async function difference(
  parts: ReplayGateParts,
  run: {
    readonly digest: ReturnType<typeof traceDigest>;
    readonly success: number | null;
    readonly version: VersionId;
  },
): Promise<string | undefined> {
  const trace = parts.store.trace(run.digest);
  if (!trace) return `the store has no trace ${run.digest}`;
  // A missing run has no result to reproduce.
  if (trace.end.kind === 'missing')
    return run.success === null ? undefined : 'the record has a success, the trace says the run was missing';
  const success = trace.outcome?.scores[parts.success] ?? null;
  if (success !== run.success) return `success: record ${String(run.success)}, trace ${String(success)}`;
  const files = parts.store.files(run.version);
  if (!files) return `the store has no source of version ${run.version}`;
  const replayed = await replayRun(parts.sandbox, await parts.warm.get(files), trace, parts.tools, parts.limits);
  return replayed.same ? undefined : replayed.difference;
}
