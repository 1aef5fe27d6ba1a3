import type { ArmName } from '../gate/measured.js';
import { restoreLoop } from '../grow/grow.js';
import { mapConcurrent } from '../measure/concurrent.js';
import type { AnyGateRecord } from '../ports/gate-record.js';
import type { Measurement } from '../ports/store.js';
import type { Verdict } from '../task/verdict.js';
import { checkRecord } from './check-record.js';
import { type DeriveParts, deriveTransition } from './derive-run.js';
import type { Difference } from './first-difference.js';
import { measuredTasks, rederive } from './gate-verdict.js';
import { digestsIn } from './recorded-runs.js';
import { RunDiffers } from './rerun.js';

/** A run of a gate that is not as it was recorded. */
export interface RunDifference {
  readonly case: string;
  readonly arm: ArmName;
  readonly difference: string;
}

/** What a replayed gate shows. */
export interface ReplayedGate {
  readonly gate: number;
  readonly recorded: Verdict;
  /** The verdict that the rule gives for the recorded outcomes; `open` when it would have measured on. */
  readonly derived: Verdict | 'open';
  readonly reason: string;
  /** Task runs of the record, and how many came out node for node; those ended by a clock or a broken backend are taken as they are. */
  readonly runs: number;
  readonly reproduced: number;
  readonly taken: number;
  readonly differences: readonly RunDifference[];
  /** Members of the record, and of the transition that it belongs to, that come out otherwise. */
  readonly record: readonly Difference[];
}

/** Re-derives a gate's verdict, runs both arms again from their recorded replies, then derives the whole transition again. */
export async function replayGate(parts: DeriveParts, record: AnyGateRecord): Promise<ReplayedGate> {
  const said = rederive(record);
  const runs = namedRuns(record);
  const outcomes = await mapConcurrent(runs, parts.context.bench.concurrency, async (run) => ({
    run,
    difference: await rerunOne(parts, run),
  }));
  const differences = outcomes.flatMap(({ run: { case: name, arm }, difference }) =>
    difference === undefined ? [] : [{ case: name, arm, difference }],
  );
  const fields = [...checkRecord(record)];
  // A run that differs would only be named again.
  if (record.format === 2 && differences.length === 0) fields.push(...(await transitionOf(parts, record)));
  const taken = runs.filter((run) => parts.reruns.taken.has(`${run.trace} ${run.version}`)).length;
  return {
    gate: record.gate,
    recorded: record.verdict,
    derived: said.kind === 'decided' ? said.decision.verdict : 'open',
    reason: said.kind === 'decided' ? said.decision.reason : said.reason,
    runs: runs.length,
    reproduced: runs.length - differences.length - taken,
    taken,
    differences,
    record: fields,
  };
}

interface NamedRun {
  readonly case: string;
  readonly arm: ArmName;
  readonly success: number | null;
  readonly trace: string;
  readonly version: string;
}

function namedRuns(record: AnyGateRecord): readonly NamedRun[] {
  const measured = measuredTasks(record);
  return record.tasks.flatMap((task, index) =>
    (['candidate', 'checkpoint'] as const).flatMap((arm) => {
      const traces = 'traces' in task ? [task.traces[arm]].filter((trace) => trace !== '') : task[arm].traces;
      return traces.map((trace, repeat) => ({
        case: task.case,
        arm,
        trace,
        success: measured[index]?.[arm][repeat] ?? null,
        version: record[arm].version,
      }));
    }),
  );
}

async function rerunOne(parts: DeriveParts, run: NamedRun): Promise<string | undefined> {
  const { runs, recorded, reruns, context } = parts;
  const measurement = runs.all.find((one) => one.trace === run.trace && one.version === run.version);
  if (!measurement) return `the store has no run with the trace ${run.trace} of version ${run.version}`;
  const files = recorded.files(measurement.version);
  if (!files) return `the store has no source of version ${run.version}`;
  const success = successOf(measurement);
  if (success !== run.success) return `success: record ${String(run.success)}, trace ${String(success)}`;
  const trace = runs.trace(measurement);
  if (typeof trace === 'string') return trace;
  try {
    const prepared = await context.warm.get(files);
    await reruns.rerun(prepared, { id: run.case, task: trace.task }, runs.seedOf(measurement), measurement);
    return undefined;
  } catch (error) {
    if (error instanceof RunDiffers) return error.difference;
    throw error;
  }
}

const successOf = ({ judged }: Measurement): number | null => judged?.success ?? null;

/** The gate's transition, by the loop itself, from the journaled state before it. */
async function transitionOf(parts: DeriveParts, record: AnyGateRecord): Promise<readonly Difference[]> {
  const { journal, context, recorded, reruns } = parts;
  const at = journal.findIndex((entry) => isGate(entry.kind) && gateOf(entry.body) === record.gate);
  const entry = journal[at];
  const loop = restoreLoop(journal[at - 1]);
  if (!entry || !loop) return [];
  for (const before of journal.slice(0, at)) context.store.append(context.run, before);
  reruns.named = digestsIn(record);
  // Versions are kept with the first transition that names them; the scratch store has that of the recorded one.
  const store = { ...context.store, files: (version: Parameters<typeof recorded.files>[0]) => recorded.files(version) };
  const derived = await deriveTransition({ recorded, context: { ...context, store } }, loop, entry);
  return 'divergence' in derived ? [derived.divergence] : [];
}

const isGate = (kind: string): boolean => kind === 'checkpoint' || kind === 'rolled-back' || kind === 'undecided';
const gateOf = (body: unknown): number => (body as AnyGateRecord).gate; // what phase 5 wrote
