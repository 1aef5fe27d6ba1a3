import type { GateDecision } from '../task/verdict.js';
import type { ArmName, AskedRun, MeasuredTask } from './measured.js';

/**
 * Curtailment: the decision of a round of which `rest` is still to be made, when it is sealed. `decide` answers for a whole
 * round and never turns down for a higher outcome of the candidate, or up for a higher one of the checkpoint. So when the
 * candidate's best and worst remaining outcomes lead to one verdict, all between do. A run that is not made cannot go missing.
 */
export function sealed(
  tasks: readonly MeasuredTask[],
  rest: readonly AskedRun[],
  decide: (tasks: readonly MeasuredTask[]) => GateDecision | undefined,
): GateDecision | undefined {
  const worst = decide(complete(tasks, rest, 0));
  if (!worst) return undefined;
  return decide(complete(tasks, rest, 1))?.verdict === worst.verdict ? worst : undefined;
}

/** The remaining runs with the candidate's at `candidate` and the checkpoint's at the opposite. A round has one run a task and arm. */
function complete(
  tasks: readonly MeasuredTask[],
  rest: readonly AskedRun[],
  candidate: 0 | 1,
): readonly MeasuredTask[] {
  const open = { candidate: new Set<string>(), checkpoint: new Set<string>() };
  for (const run of rest) open[run.arm].add(run.case);
  return tasks.map((task) => ({
    case: task.case,
    candidate: open.candidate.has(task.case) ? [...task.candidate, candidate] : task.candidate,
    checkpoint: open.checkpoint.has(task.case) ? [...task.checkpoint, 1 - candidate] : task.checkpoint,
  }));
}

/** The runs of each arm among those that were not needed any more. */
export function savedRuns(rest: readonly AskedRun[]): Readonly<Record<ArmName, number>> {
  const candidate = rest.filter((run) => run.arm === 'candidate').length;
  return { candidate, checkpoint: rest.length - candidate };
}
