import { acceptReruns, type Rerun } from '../curriculum/update-window.js';
import { InputError } from '../task/error.js';
import { hashOf } from '../task/hash.js';
import type { Case } from '../task/case.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { Prepared } from '../ports/sandbox.js';
import { mapConcurrent } from '../measure/concurrent.js';
import { requireCoverage } from '../measure/coverage.js';
import { measureCase, type MeasuredCase } from '../measure/measure-arm.js';
import type { GrowContext } from './context.js';
import { filesOf, taskAt } from './files-of.js';
import type { LoopState, Phase } from './loop-state.js';
import { endRejectedStep, remember } from './reject.js';
import { asJson, type Step } from './step.js';
import { shortcomings } from './window-verdict.js';

type VerifyPhase = Extract<Phase, { at: 'verify' }>;

/**
 * Phase 4: the candidate reruns every task of the window; it is accepted when enough of them are solved.
 * @throws BackendFault when too few tasks have a result: a paid proposal is not judged by an outage. It stays the candidate.
 */
export async function verify(
  context: GrowContext,
  loop: LoopState,
  phase: VerifyPhase,
  ordinal: number,
): Promise<Step> {
  const files = filesOf(context, phase.candidate);
  const window = loop.grow.window.map((entry) => entry.position);
  const recheck = recheckPositions(context, loop);
  const prepared = await loaded(context, files);
  if (typeof prepared === 'string') return dropUnloadable(context, loop, phase, prepared);
  const measured = await rerun(context, loop, prepared, [...window, ...recheck]);
  const rechecked = measured.slice(window.length);
  requireResults(context, loop, measured.slice(0, window.length), 'window tasks');
  if (rechecked.length > 0) requireResults(context, loop, rechecked, 'rechecked tasks');
  const reruns = window.map((position, index) => toRerun(position, measured[index]));
  const solved = reruns.filter((one) => one.kind === 'solved').length;
  const counted = reruns.filter((one) => one.kind !== 'missing').length;
  const lost = rechecked.filter((one) => one.judged && !one.judged.solved).length;
  const reasons = shortcomings(context.options.accept, {
    solved,
    counted,
    window: window.length,
    rechecked: rechecked.length,
    lost,
  });
  const figures = {
    step: loop.step,
    version: phase.candidate,
    changed: phase.changed,
    solved,
    of: counted,
    rechecked: recheck.length,
    lost,
    reruns,
  };
  const step =
    reasons.length === 0
      ? await accept(context, loop, phase, files, reruns, figures, ordinal)
      : drop(context, loop, phase, reruns, reasons, figures);
  return { ...step, runs: measured.length };
}

function requireResults(
  context: GrowContext,
  loop: LoopState,
  measured: readonly MeasuredCase[],
  cases: 'window tasks' | 'rechecked tasks',
): void {
  requireCoverage(measured, {
    least: context.options.gateCoverage,
    arm: `The candidate of step ${String(loop.step)}`,
    cases,
    then: 'go on with --resume',
  });
}

async function accept(
  context: GrowContext,
  loop: LoopState,
  phase: VerifyPhase,
  files: HarnessFiles,
  reruns: readonly Rerun[],
  figures: object,
  ordinal: number,
): Promise<Step> {
  const { options, splits } = context;
  const paidBy = loop.grow.window.map((entry) => taskAt(splits.train, entry.position).id);
  const commit = await context.versions.commit({
    files,
    parent: loop.head,
    subject: subjectOf(phase.rationale, loop.step),
    body: phase.rationale,
    trailers: [
      ['Espalier-Run', context.run],
      ['Espalier-Step', String(loop.step)],
      ['Espalier-Version', phase.candidate],
      ...paidBy.map((id) => ['Espalier-Failure', id] as const),
      ...phase.changed.map((id) => ['Espalier-Changed', id] as const),
    ],
    dateSeconds: Math.floor(context.startedAt / 1000) + ordinal,
  });
  const sinceGate = loop.sinceGate + 1;
  return {
    kind: 'accepted',
    body: asJson({ ...figures, commit, rationale: phase.rationale }),
    loop: {
      ...loop,
      grow: acceptReruns(loop.grow, phase.candidate, reruns, options.maxAttempts),
      head: commit,
      sinceGate,
      sequence: [...loop.sequence, { step: loop.step, rationale: phase.rationale, functions: phase.changed }],
      changed: [...new Set([...loop.changed, ...phase.changed])].sort(),
      next: sinceGate >= options.gateEvery ? { at: 'gate', final: false } : { at: 'collect' },
    },
  };
}

/** A candidate that compiles may still throw as its script loads: that is its own fault, and what it says goes to the optimizer. */
async function loaded(context: GrowContext, files: HarnessFiles): Promise<Prepared | string> {
  try {
    return await context.warm.get(files);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

function dropUnloadable(context: GrowContext, loop: LoopState, phase: VerifyPhase, message: string): Step {
  const remembered = remember(loop, {
    step: loop.step,
    rationale: phase.rationale,
    functions: phase.changed,
    verdict: 'dropped',
    reasons: [message],
  });
  const of = loop.grow.window.length;
  const figures = {
    step: loop.step,
    version: phase.candidate,
    changed: phase.changed,
    solved: 0,
    of,
    rechecked: 0,
    lost: 0,
    reruns: [],
    message,
  };
  return { kind: 'dropped', body: asJson(figures), loop: endRejectedStep(context, remembered) };
}

function drop(
  context: GrowContext,
  loop: LoopState,
  phase: VerifyPhase,
  reruns: readonly Rerun[],
  reasons: readonly string[],
  figures: object,
): Step {
  const missing = new Set(reruns.filter((one) => one.kind === 'missing').map((one) => one.position));
  const remembered = remember(loop, {
    step: loop.step,
    rationale: phase.rationale,
    functions: phase.changed,
    verdict: 'dropped',
    reasons,
  });
  return { kind: 'dropped', body: asJson(figures), loop: endRejectedStep(context, remembered, missing) };
}

async function rerun(
  context: GrowContext,
  loop: LoopState,
  prepared: Prepared,
  positions: readonly number[],
): Promise<readonly MeasuredCase[]> {
  const { bench, archive, options, splits } = context;
  const cases = positions.map((position): Case => taskAt(splits.train, position));
  let done = 0;
  return mapConcurrent(cases, bench.concurrency, async (item) => {
    const key = {
      runSeed: options.seed,
      phase: 'verify',
      ordinal: loop.step,
      arm: 'candidate',
      case: item.id,
      repeat: 0,
    } as const;
    const measured = await measureCase(bench, archive, prepared, item, key);
    done += 1;
    context.emit({ kind: 'measuring', what: `step ${String(loop.step)} on the window`, done, of: cases.length });
    return measured;
  });
}

function toRerun(position: number, measured: MeasuredCase | undefined): Rerun {
  if (!measured?.judged) return { position, kind: 'missing' };
  return measured.judged.solved ? { position, kind: 'solved' } : { position, kind: 'failed', trace: measured.trace };
}

/** Tasks solved earlier, drawn by a hash of run seed and step. */
function recheckPositions(context: GrowContext, loop: LoopState): readonly number[] {
  const { recheck, seed } = context.options;
  const drawn = loop.grow.record.solved.map(
    (position) => [hashOf({ seed, step: loop.step, position }), position] as const,
  );
  return drawn
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, recheck)
    .map(([, position]) => position);
}

function subjectOf(rationale: string, step: number): string {
  const first = rationale.split('\n', 1)[0]?.trim() ?? '';
  if (first === '') return `Step ${String(step)}`;
  return first.length <= 72 ? first : `${first.slice(0, 71)}…`;
}
