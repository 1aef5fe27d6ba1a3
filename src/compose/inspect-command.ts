import { asFunctionId, traceDigest } from '../task/ids.js';
import { InputError } from '../task/error.js';
import type { Json } from '../task/json.js';
import type { Trace } from '../trace/trace.js';
import type { AnyGateRecord } from '../ports/gate-record.js';
import type { Measurement, RunStore } from '../ports/store.js';
import { openEditor } from '../editor/open-editor.js';
import { measuredTasks } from '../replay/gate-verdict.js';
import type { MovedTask } from '../report/gate-text.js';
import { gateRecords } from '../report/grow-result.js';
import { functionChanges, type FunctionChange } from '../report/harness-diff.js';
import { EMPTY_INTERFACE } from './empty-interface.js';
import { withRun } from './open-run.js';
import { gateOf } from './replay-command.js';

/** All gates of a run. */
export const gatesCommand = (
  directory: string,
  run: string | undefined,
): Promise<{ run: string; gates: readonly AnyGateRecord[] }> =>
  withRun(directory, run, (store, record) => ({ run: record.id, gates: gateRecords(store.journal(record.id)) }));

/** One gate: its record, the tasks won and lost, and what the sequence since the checkpoint changed. */
export interface GateShown {
  readonly record: AnyGateRecord;
  readonly won: readonly MovedTask[];
  readonly lost: readonly MovedTask[];
  readonly changes: readonly FunctionChange[];
}

export async function gateShowCommand(directory: string, run: string | undefined, gate: number): Promise<GateShown> {
  return withRun(directory, run, (store, { id }) => {
    const record = gateOf(gateRecords(store.journal(id)), gate, id);
    const before = store.files(record.checkpoint.version);
    const after = store.files(record.candidate.version);
    if (!before || !after) throw new Error(`The store lacks the source of an arm of gate ${String(gate)}.`);
    const editor = openEditor(EMPTY_INTERFACE);
    const tasks = movedTasks(record);
    return {
      record,
      won: tasks.filter((task) => meanOf(task.candidate) > meanOf(task.checkpoint)),
      lost: tasks.filter((task) => meanOf(task.candidate) < meanOf(task.checkpoint)),
      changes: functionChanges(editor.functions(before), editor.functions(after)),
    };
  });
}

/** Tasks with a result in both arms, those that went the same way among them. */
function movedTasks(record: AnyGateRecord): readonly MovedTask[] {
  const measured = measuredTasks(record);
  return record.tasks
    .map((task, index): MovedTask => {
      const { candidate, checkpoint } = measured[index] ?? { candidate: [], checkpoint: [] };
      const traces =
        'traces' in task
          ? { candidate: [task.traces.candidate], checkpoint: [task.traces.checkpoint] }
          : { candidate: task.candidate.traces, checkpoint: task.checkpoint.traces };
      return { case: task.case, candidate, checkpoint, traces };
    })
    .filter((task) => [task.candidate, task.checkpoint].every((arm) => arm.some((one) => one !== null)));
}

function meanOf(outcomes: readonly (number | null)[]): number {
  const present = outcomes.filter((one) => one !== null);
  return present.reduce((sum, one) => sum + one, 0) / present.length;
}

/** A trace as the list shows it. */
export interface TraceRow {
  readonly trace: string;
  readonly phase: string;
  readonly version: string;
  readonly success: number | null;
  readonly task: Json;
}

/** The traces of a run, oldest first and at most the last `limit`, optionally those that touched a function: `of` of them, out of `all`. */
export async function tracesCommand(
  directory: string,
  run: string | undefined,
  touching: string | undefined,
  limit?: number,
): Promise<{ run: string; of: number; all: number; traces: readonly TraceRow[] }> {
  return withRun(directory, run, (store, { id }) => {
    const wanted = touching === undefined ? undefined : new Set<string>(store.touching(id, asFunctionId(touching)));
    const all = store.measurements(id);
    const rows = all.filter((one) => wanted === undefined || wanted.has(one.trace));
    const shown = limit === undefined ? rows : rows.slice(-limit);
    return { run: id, of: rows.length, all: all.length, traces: shown.map((row) => rowOf(row, store)) };
  });
}

const rowOf = (one: Measurement, store: RunStore): TraceRow => ({
  trace: one.trace,
  phase: one.phase,
  version: one.version,
  success: one.judged?.success ?? null,
  task: store.trace(one.trace)?.task ?? null,
});

/** One trace by the beginning of its digest. @throws InputError when none or several begin so. */
export async function traceShowCommand(directory: string, run: string | undefined, prefix: string): Promise<Trace> {
  return withRun(directory, run, (store, { id }) => {
    const digests = [...new Set(store.measurements(id).map((one) => one.trace as string))].filter((digest) =>
      digest.startsWith(prefix),
    );
    const [digest, second] = digests;
    const trace = digest === undefined || second !== undefined ? undefined : store.trace(traceDigest(digest));
    if (!trace) {
      throw new InputError(
        `Expected one trace of run ${id} that begins with \`${prefix}\`, found ${String(digests.length)}. \`espalier traces\` lists them.`,
      );
    }
    return trace;
  });
}
