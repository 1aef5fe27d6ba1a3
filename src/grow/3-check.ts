import type { Reason } from '../ports/editor.js';
import type { EditSet } from '../ports/edit-set.js';
import type { GrowContext } from './context.js';
import { filesOf } from './files-of.js';
import type { LoopState, Phase } from './loop-state.js';
import { endRejectedStep, reasonLine, remember } from './reject.js';
import { asJson, type Step } from './step.js';
import { editSurface } from './view.js';

type CheckPhase = Extract<Phase, { at: 'check' }>;

/** Phase 3: the edit set is checked before anything runs. A refusal goes back to the optimizer, a bounded number of times. */
export function check(context: GrowContext, loop: LoopState, phase: CheckPhase): Step {
  const { editor, options } = context;
  if (phase.truncated) {
    return refuse(context, loop, phase, undefined, [
      { rule: 'parse', message: 'The reply was cut off. Answer with a smaller edit set.' },
    ]);
  }
  const parsed = editor.parse(phase.reply);
  if (parsed.kind === 'refused') return refuse(context, loop, phase, undefined, parsed.reasons);
  const { editSet } = parsed;
  const result = editor.check(filesOf(context, loop.grow.version), editSet, {
    surface: editSurface(context, loop),
    budget: options.editBudget,
    leaks: context.leaks,
  });
  if (result.kind === 'refused') return refuse(context, loop, phase, editSet, result.reasons);
  return {
    kind: 'checked',
    body: asJson({ step: loop.step, version: result.version, changed: result.changed, rationale: editSet.rationale }),
    loop: {
      ...loop,
      next: { at: 'verify', candidate: result.version, changed: result.changed, rationale: editSet.rationale },
    },
    versions: [{ version: result.version, files: result.files }],
  };
}

function refuse(
  context: GrowContext,
  loop: LoopState,
  phase: CheckPhase,
  editSet: EditSet | undefined,
  reasons: readonly Reason[],
): Step {
  const again = phase.refused.length < context.options.repairAttempts;
  const refused = [...phase.refused, { reply: phase.reply, reasons }];
  const remembered = remember(loop, {
    step: loop.step,
    rationale: editSet?.rationale ?? '',
    functions: editSet ? editedFunctions(editSet) : [],
    verdict: 'refused',
    reasons: reasons.map(reasonLine),
  });
  return {
    kind: 'refused',
    body: asJson({ step: loop.step, attempt: refused.length, again, reasons }),
    loop: again ? { ...loop, next: { at: 'propose', refused } } : endRejectedStep(context, remembered),
  };
}

/** What an edit set names, for people and for the rejection memory. */
function editedFunctions(editSet: EditSet): readonly string[] {
  return editSet.edits.map((edit) => {
    switch (edit.op) {
      case 'replace':
      case 'remove':
        return `${edit.op} ${edit.function}`;
      case 'add':
      case 'declare':
        return `${edit.op} in ${edit.file}`;
      case 'file':
        return `file ${edit.path}`;
    }
  });
}
