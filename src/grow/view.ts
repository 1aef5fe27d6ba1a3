import { touchedFunctions } from '../trace/touched.js';
import { asFunctionId, type FunctionId } from '../task/ids.js';
import type { Trace } from '../trace/trace.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { FailureView, WindowView } from '../ports/window-view.js';
import type { GrowContext } from './context.js';
import { filesOf } from './files-of.js';
import type { LoopState } from './loop-state.js';

/** The entry point of every harness: always in the edit surface. */
export const MAIN: FunctionId = asFunctionId('main.ts#main');

/** What the optimizer is shown of the window. Training cases alone can pass through here. */
export function windowView(context: GrowContext, loop: LoopState): WindowView {
  const { options, bench, editor } = context;
  const files = filesOf(context, loop.grow.version);
  const surface = editSurface(context, loop);
  const functions = editor.functions(files);
  const editable = functions.filter((one) => surface === 'all' || surface.includes(one.id));
  return {
    family: bench.family.name,
    interface: bench.family.interface,
    success: bench.success,
    model: bench.model.llm.name,
    limits: { calls: bench.limits.calls, modelCalls: bench.limits.modelCalls, wallMs: bench.limits.wallMs },
    failures: failures(context, loop),
    editable,
    others: functions.filter((one) => !editable.includes(one)).map(({ id, signature }) => ({ id, signature })),
    declarations: editor.declarations(files),
    editBudget: options.editBudget,
    functionChars: editor.functionChars,
    rejections: options.rejectionMemory === 'on' ? loop.rejections : [],
  };
}

/** `{main} ∪ ⋃ F(τ_i)` over the window's traces, of functions that the current harness has. */
export function editSurface(context: GrowContext, loop: LoopState): readonly FunctionId[] | 'all' {
  if (context.options.guidance === 'off') return 'all';
  const files: HarnessFiles = filesOf(context, loop.grow.version);
  const present = new Set(context.editor.functions(files).map((one) => one.id));
  const surface = new Set<FunctionId>([MAIN]);
  for (const trace of windowTraces(context, loop)) {
    for (const id of touchedFunctions(trace.nodes)) if (present.has(id)) surface.add(id);
  }
  return [...surface].sort();
}

function windowTraces(context: GrowContext, loop: LoopState): readonly Trace[] {
  return loop.grow.window.map((entry) => {
    const trace = context.store.trace(entry.trace);
    if (!trace) throw new Error(`The store has no trace ${entry.trace}, which the window names.`);
    return trace;
  });
}

function failures(context: GrowContext, loop: LoopState): readonly FailureView[] {
  return windowTraces(context, loop).map((trace, index) => ({
    task: trace.task,
    ...(trace.answer === undefined ? {} : { answer: trace.answer }),
    end: trace.end,
    scores: trace.outcome?.scores ?? {},
    feedback: trace.outcome?.feedback ?? '',
    attempts: loop.grow.window[index]?.attempts ?? 1,
    ...(context.options.guidance === 'on'
      ? { dag: { nodes: trace.nodes, calls: trace.calls, droppedNodes: trace.droppedNodes } }
      : {}),
  }));
}
