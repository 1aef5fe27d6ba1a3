import type { GateDecision, GateTask } from '../task/verdict.js';

export interface GateMeasured {
  readonly tasks: readonly GateTask[];
  /** Mean success stored at the checkpoint; what `paper` compares with. */
  readonly storedCheckpoint: number;
  /** Least share of tasks with a result, in [0, 1]. */
  readonly minCoverage: number;
}

/**
 * The method's gate: a candidate whose success on the gate set is lower than the checkpoint's is rolled back, any
 * other becomes the checkpoint. `paper` compares with the score stored at the checkpoint, `paired` with the
 * checkpoint measured in the same gate.
 */
export function decideGate(rule: 'paper' | 'paired', measured: GateMeasured): GateDecision {
  const counted = countMissing(rule, measured.tasks);
  const { tasks, coverage } = counted;
  const candidate = mean(tasks.map((task) => task.candidate));
  const checkpoint = rule === 'paper' ? measured.storedCheckpoint : mean(tasks.map((task) => task.checkpoint ?? 0));
  const figures = { candidate, checkpoint, coverage, tasks: tasks.length };
  if (coverage === 0 || coverage < measured.minCoverage) {
    return {
      verdict: 'no-verdict',
      reason: `only ${percent(coverage)} of the gate tasks have a result; at least ${percent(measured.minCoverage)} must`,
      ...figures,
    };
  }
  const lower = sum(tasks.map((task) => task.candidate)) < tasks.length * checkpoint - 1e-9;
  return {
    verdict: lower ? 'roll-back' : 'accept',
    reason: `candidate ${percent(candidate)} ${lower ? 'is lower than' : 'is not lower than'} checkpoint ${percent(checkpoint)} on ${String(tasks.length)} tasks`,
    ...figures,
  };
}

interface Counted {
  readonly tasks: readonly { readonly candidate: number; readonly checkpoint: number | null }[];
  readonly coverage: number;
}

/**
 * Leaves missing tasks out, unless the arms' missing rates differ: then the candidate's missing tasks count as
 * failed, so that no harness can hide its failures behind a broken backend.
 */
function countMissing(rule: 'paper' | 'paired', all: readonly GateTask[]): Counted {
  const present = all.filter((task) => task.candidate !== null && (rule === 'paper' || task.checkpoint !== null));
  const coverage = all.length === 0 ? 0 : present.length / all.length;
  const candidateMissing = all.filter((task) => task.candidate === null).length;
  const checkpointMissing = rule === 'paper' ? 0 : all.filter((task) => task.checkpoint === null).length;
  const used =
    candidateMissing !== checkpointMissing
      ? all.filter((task) => rule === 'paper' || task.checkpoint !== null)
      : present;
  return { coverage, tasks: used.map((task) => ({ candidate: task.candidate ?? 0, checkpoint: task.checkpoint })) };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length);
const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
