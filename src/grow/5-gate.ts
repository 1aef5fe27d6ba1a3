import { setWindowAside } from '../curriculum/set-aside.js';
import { decideGate } from '../gate/decide.js';
import type { GateDecision, GateTask, Verdict } from '../task/verdict.js';
import type { GateRecord } from '../ports/gate-record.js';
import type { MeasuredCase } from '../measure/measure-arm.js';
import { armFigures } from '../measure/arm-figures.js';
import { runArm } from './arm.js';
import type { GrowContext } from './context.js';
import { filesOf } from './files-of.js';
import { growHash, type LoopState } from './loop-state.js';
import { remember } from './reject.js';
import { asJson, type Step } from './step.js';

/** Phase 5: the current harness is measured on the gate set; lower than the checkpoint means rollback. */
export async function gate(context: GrowContext, loop: LoopState, final: boolean): Promise<Step> {
  const { options, splits } = context;
  await context.lookahead.discard();
  const number = loop.gates + 1;
  const rule = options.gate === 'paper' ? 'paper' : 'paired';
  const key = { phase: 'gate', ordinal: number } as const;
  const candidate = await runArm(
    context,
    filesOf(context, loop.grow.version),
    splits.gate,
    { ...key, arm: 'candidate' },
    `gate ${String(number)}, candidate`,
  );
  const checkpoint =
    rule === 'paper'
      ? undefined
      : await runArm(
          context,
          filesOf(context, loop.checkpoint.state.version),
          splits.gate,
          { ...key, arm: 'checkpoint' },
          `gate ${String(number)}, checkpoint`,
        );
  const tasks = pair(candidate, checkpoint);
  const decision = decideGate(rule, {
    tasks,
    storedCheckpoint: loop.checkpoint.success,
    minCoverage: options.gateCoverage,
  });
  const after = follow(context, { ...loop, gates: number, sinceGate: 0 }, decision, final);
  const record: GateRecord = {
    format: 1,
    run: context.run,
    gate: number,
    final,
    rule: options.gate,
    verdict: decision.verdict,
    acted: after.kind,
    reason: decision.reason,
    minCoverage: options.gateCoverage,
    storedCheckpoint: loop.checkpoint.success,
    candidate: { version: loop.grow.version, commit: loop.head, ...armFigures(candidate) },
    checkpoint: {
      version: loop.checkpoint.state.version,
      commit: loop.checkpoint.commit,
      ...(checkpoint ? armFigures(checkpoint) : { success: loop.checkpoint.success }),
    },
    coverage: decision.coverage,
    changed: loop.changed,
    rejectedTag: after.kind === 'rolled-back' ? `rejected/${String(after.loop.rollbacks)}` : null,
    stateBefore: growHash(loop.grow),
    stateAfter: growHash(after.loop.grow),
    checkpointState: growHash(loop.checkpoint.state),
    tasks: tasks.map((task, index) => ({
      ...task,
      traces: { candidate: candidate[index]?.trace ?? '', checkpoint: checkpoint?.[index]?.trace ?? '' },
    })),
  };
  return { kind: after.kind, body: asJson(record), loop: after.loop };
}

interface Followed {
  readonly kind: 'checkpoint' | 'rolled-back' | 'undecided';
  readonly loop: LoopState;
}

/** What the verdict does to the loop. Success first: cost has no say here. */
function follow(context: GrowContext, loop: LoopState, decision: GateDecision, final: boolean): Followed {
  const goOn = { at: final ? 'test' : 'collect' } as const;
  if (context.options.gate === 'off') return { kind: 'checkpoint', loop: { ...promote(loop, decision), next: goOn } };
  switch (decision.verdict) {
    case 'accept':
      return { kind: 'checkpoint', loop: { ...promote(loop, decision), next: goOn } };
    case 'roll-back':
      return { kind: 'rolled-back', loop: rollBack(context, loop, decision.verdict, final) };
    case 'undecided':
    case 'no-verdict':
      return final
        ? { kind: 'rolled-back', loop: rollBack(context, loop, decision.verdict, final) }
        : { kind: 'undecided', loop: { ...loop, next: goOn } };
  }
}

function promote(loop: LoopState, decision: GateDecision): LoopState {
  return {
    ...loop,
    checkpoint: { state: loop.grow, commit: loop.head, success: decision.candidate, gate: loop.gates },
    changed: [],
    sequence: [],
    rollbacksInARow: 0,
    tags: { ...loop.tags, [`gate-${String(loop.gates)}`]: loop.head },
  };
}

/**
 * Restores code, cursor, window, attempts and record exactly as at the checkpoint. The rolled-back sequence stays
 * under a tag. After too many in a row the window is set aside, as a new restore point with the checkpoint's harness.
 */
function rollBack(context: GrowContext, loop: LoopState, verdict: Verdict, final: boolean): LoopState {
  const { maxRollbacks } = context.options;
  const rollbacks = loop.rollbacks + 1;
  const inARow = loop.rollbacksInARow + 1;
  const reason = whyRolledBack(verdict, loop.sequence.length - 1);
  const restored: LoopState = {
    ...loop.sequence.reduce(
      (kept, edits) => remember(kept, { ...edits, verdict: 'rolled back', reasons: [reason] }),
      loop,
    ),
    grow: loop.checkpoint.state,
    head: loop.checkpoint.commit,
    changed: [],
    sequence: [],
    rollbacks,
    rollbacksInARow: inARow,
    tags: { ...loop.tags, [`rejected/${String(rollbacks)}`]: loop.head },
  };
  if (final || inARow >= 2 * maxRollbacks) return { ...restored, next: { at: 'test' } };
  if (inARow % maxRollbacks !== 0) return { ...restored, next: { at: 'collect' } };
  return { ...restored, windowsSetAside: loop.windowsSetAside + 1, next: { at: 'set-aside', rolledBack: loop.grow } };
}

/** For the rejection memory: the true reason, without a figure of the gate. `others` were accepted beside this edit set. */
function whyRolledBack(verdict: Verdict, others: number): string {
  const together =
    others === 0 ? 'It' : `Together with ${String(others)} other accepted edit ${others === 1 ? 'set' : 'sets'} it`;
  switch (verdict) {
    case 'no-verdict':
      return `${together} was never confirmed: at the last gate too few held-out tasks had a result.`;
    case 'undecided':
      return `${together} was never confirmed: the last gate could not decide.`;
    case 'roll-back':
    case 'accept':
      return `${together} lowered success on held-out tasks.`;
  }
}

/** Sets the window of the last rolled-back sequence aside: a new restore point, past its tasks. */
export function setAside(loop: LoopState, rolledBack: LoopState['grow']): Step {
  const state = setWindowAside(loop.checkpoint.state, rolledBack);
  return {
    kind: 'set-aside',
    body: asJson({ from: loop.checkpoint.state.cursor, to: state.cursor }),
    loop: { ...loop, grow: state, checkpoint: { ...loop.checkpoint, state }, next: { at: 'collect' } },
  };
}

function pair(
  candidate: readonly MeasuredCase[],
  checkpoint: readonly MeasuredCase[] | undefined,
): readonly GateTask[] {
  return candidate.map((one, index) => ({
    case: one.item.id,
    candidate: one.judged?.success ?? null,
    checkpoint: checkpoint?.[index]?.judged?.success ?? null,
  }));
}
