import type { ArmName } from '../gate/measured.js';
import { clusteredInterval } from '../measure/interval.js';
import type { CommitId } from '../ports/versions.js';
import type { GateArm, GateCost, GateRecord, GateRuns } from '../ports/gate-record.js';
import type { VersionId } from '../task/ids.js';
import type { GatePart } from './gate-part.js';
import type { CountedRun } from './run-gate.js';

/** What names an arm's harness. */
export interface ArmHarness {
  readonly version: VersionId;
  readonly commit: CommitId;
}

/**
 * Figures of one arm. Each task counts once, with the mean of its repeats: tasks are repeated because they are close, and a
 * mean over runs would weigh them more. A pass that ended early has bounds instead of a mean.
 */
export function gateArm(runs: readonly CountedRun[], arm: ArmName, { cases }: GatePart, harness: ArmHarness): GateArm {
  const own = runs.filter((run) => run.arm === arm);
  const made = new Set(own.map((run) => run.case));
  const scored = cases.flatMap((item) => {
    const present = own.flatMap(({ case: name, measured }) =>
      name === item.id && measured.judged ? [measured.judged] : [],
    );
    return present.length === 0 ? [] : [{ runs: present, success: meanOf(present.map((one) => one.success)) }];
  });
  const missing = own.filter((run) => !run.measured.judged).length;
  if (made.size < cases.length) {
    const won = scored.reduce((total, task) => total + task.success, 0);
    const open = cases.length - scored.length;
    const [low, high] = [won / cases.length, (won + open) / cases.length];
    return { ...harness, success: null, low, high, n: scored.length, missing, scores: {} };
  }
  const { mean, low, high } = clusteredInterval(scored.map((task) => [task.success]));
  const names = [...new Set(scored.flatMap((task) => task.runs.flatMap((one) => Object.keys(one.scores))))].sort();
  const scores = Object.fromEntries(
    names.map((name) => [name, meanOf(scored.map((task) => meanOf(task.runs.map((one) => one.scores[name] ?? 0))))]),
  );
  return { ...harness, success: mean, low, high, n: scored.length, missing, scores };
}

/** The checkpoint under `paper`: its stored score, with no run of its own. */
export const storedArm = (harness: ArmHarness, success: number): GateArm => ({
  ...harness,
  success,
  low: success,
  high: success,
  n: 0,
  missing: 0,
  scores: {},
});

/** What an arm's counted runs cost. */
export function gateCost(runs: readonly CountedRun[], arm: ArmName): GateCost {
  const own = runs.filter((run) => run.arm === arm).map((run) => run.measured.usage);
  const total = (of: (usage: (typeof own)[number]) => number): number => own.reduce((sum, usage) => sum + of(usage), 0);
  return {
    runs: own.length,
    modelCalls: total((usage) => usage.modelCalls),
    inputTokens: total((usage) => usage.inputTokens),
    outputTokens: total((usage) => usage.outputTokens),
    costUsd: total((usage) => usage.costUsd),
  };
}

/** Every task with its runs by arm and repeat, in the order of the gate set. */
export function gateTasks(runs: readonly CountedRun[], { cases }: GatePart): GateRecord['tasks'] {
  const of = (name: string, arm: ArmName): GateRuns => {
    const own = runs.filter((run) => run.case === name && run.arm === arm).sort((a, b) => a.repeat - b.repeat);
    return {
      successes: own.map((run) => run.measured.judged?.success ?? null),
      traces: own.map((run) => run.measured.trace),
    };
  };
  return cases.map((item) => ({
    case: item.id,
    candidate: of(item.id, 'candidate'),
    checkpoint: of(item.id, 'checkpoint'),
  }));
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
