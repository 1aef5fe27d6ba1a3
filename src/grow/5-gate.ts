import { gateRule } from '../gate/gate-rule.js';
import type { AskedRun } from '../gate/measured.js';
import { recordDigest } from '../gate/record-digest.js';
import { mapConcurrent } from '../measure/concurrent.js';
import { measureCase, type MeasuredCase } from '../measure/measure-arm.js';
import type { Prepared } from '../ports/sandbox.js';
import type { GateRecord, GateSettings } from '../ports/gate-record.js';
import { asJson, type Step } from './step.js';
import type { GrowContext } from './context.js';
import { filesOf } from './files-of.js';
import { follow } from './follow-verdict.js';
import { gateArm, gateCost, gateTasks, storedArm } from './gate-arms.js';
import { gatePart, type GatePart } from './gate-part.js';
import { gatePrior } from './gate-prior.js';
import { growHash, type LoopState } from './loop-state.js';
import { type CountedRun, type GateRunner, runGate } from './run-gate.js';

/** Phase 5: the current harness is measured against the checkpoint on the gate set; the rule's verdict is followed. */
export async function gate(context: GrowContext, loop: LoopState, final: boolean): Promise<Step> {
  const { options, splits } = context;
  await context.lookahead.discard();
  const number = loop.gates + 1;
  const chosen = gatePart(splits.gate, number, options);
  const settings = settingsOf(context, loop, final, chosen);
  const rule = gateRule(
    { ...settings, rule: options.gate === 'paper' ? 'paper' : 'paired', gate: number },
    gatePrior(context.store.journal(context.run)),
  );
  const runner = await openRunner(context, loop, number, chosen, settings.deterministic);
  const ran = await runGate(
    rule,
    chosen.cases.map((item) => item.id),
    runner,
  );
  const { decision, saved } = ran.end;
  const promoted = options.gate === 'off' || decision.verdict === 'accept';
  const rest = promoted ? await completePass(ran.runs, chosen, runner) : [];
  const runs = [...ran.runs, ...rest];
  const candidate = gateArm(runs, 'candidate', chosen, { version: loop.grow.version, commit: loop.head });
  const stored = { version: loop.checkpoint.state.version, commit: loop.checkpoint.commit };
  const success = candidate.success ?? decision.candidate;
  const after = follow(
    context,
    { ...loop, gates: number, sinceGate: 0 },
    { verdict: decision.verdict, success },
    final,
  );
  const record: Omit<GateRecord, 'digest'> = {
    format: 2,
    run: context.run,
    gate: number,
    final,
    rule: options.gate,
    verdict: decision.verdict,
    acted: after.kind,
    reason: decision.reason,
    settings,
    statistic: decision.statistic ?? null,
    coverage: decision.coverage,
    decided: {
      after: ran.runs.length,
      of: ran.runs.length + saved.candidate + saved.checkpoint,
      saved: saved.candidate + saved.checkpoint - rest.length,
    },
    candidate,
    checkpoint:
      options.gate === 'paper'
        ? storedArm(stored, loop.checkpoint.success)
        : gateArm(runs, 'checkpoint', chosen, stored),
    cost: { candidate: gateCost(runs, 'candidate'), checkpoint: gateCost(runs, 'checkpoint') },
    changed: loop.changed,
    rejectedTag: after.kind === 'rolled-back' ? `rejected/${String(after.loop.rollbacks)}` : null,
    stateBefore: growHash(loop.grow),
    stateAfter: growHash(after.loop.grow),
    checkpointState: growHash(loop.checkpoint.state),
    tasks: gateTasks(runs, chosen),
  };
  return {
    kind: after.kind,
    body: asJson({ ...record, digest: recordDigest(record) }),
    loop: after.loop,
    runs: runs.length,
  };
}

function settingsOf(context: GrowContext, loop: LoopState, final: boolean, { part }: GatePart): GateSettings {
  const { options, bench } = context;
  return {
    deterministic: bench.model.llm.deterministic,
    level: options.gateLevel,
    repeats: options.gateRepeats,
    minCoverage: options.gateCoverage,
    storedCheckpoint: loop.checkpoint.success,
    keepsScore: !final,
    part,
  };
}

/** Makes a gate's runs, each under a seed of its own; a deterministic model's arms share theirs, as equal code is to give equal outcomes. */
async function openRunner(
  context: GrowContext,
  loop: LoopState,
  number: number,
  { cases }: GatePart,
  deterministic: boolean,
): Promise<GateRunner> {
  const { bench, archive, options, warm } = context;
  const byId = new Map(cases.map((item) => [item.id as string, item]));
  const arms: Readonly<Record<AskedRun['arm'], Prepared>> = {
    candidate: await warm.get(filesOf(context, loop.grow.version)),
    checkpoint: await warm.get(filesOf(context, loop.checkpoint.state.version)),
  };
  return {
    concurrency: bench.concurrency,
    start: (run, signal): Promise<MeasuredCase> => {
      const item = byId.get(run.case);
      if (!item) throw new RangeError(`Gate ${String(number)} has no task ${run.case}.`);
      const key = {
        runSeed: options.seed,
        phase: 'gate',
        ordinal: number,
        arm: deterministic ? 'both' : run.arm,
        case: item.id,
        repeat: run.repeat,
      } as const;
      return measureCase(bench, archive, arms[run.arm], item, key, AbortSignal.any([bench.signal, signal]));
    },
    onRun: (done, of) => {
      context.emit({ kind: 'measuring', what: `gate ${String(number)}`, done, of });
    },
  };
}

/** The first pass of a candidate that becomes the checkpoint, as far as the verdict did not need it: a score over a part would be none. */
async function completePass(
  runs: readonly CountedRun[],
  { cases }: GatePart,
  runner: GateRunner,
): Promise<readonly CountedRun[]> {
  const made = new Set(runs.filter((run) => run.arm === 'candidate').map((run) => run.case));
  const rest = cases
    .filter((item) => !made.has(item.id))
    .map((item): AskedRun => ({ case: item.id, arm: 'candidate', repeat: 0 }));
  let done = 0;
  return mapConcurrent(rest, runner.concurrency, async (run) => {
    const measured = await runner.start(run, NEVER);
    done += 1;
    runner.onRun?.(runs.length + done, runs.length + rest.length);
    return { ...run, measured };
  });
}

const NEVER: AbortSignal = new AbortController().signal;
