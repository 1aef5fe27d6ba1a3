import { decideGate } from '../gate/decide.js';
import type { GateConfig } from '../gate/gate-config.js';
import { gateRule } from '../gate/gate-rule.js';
import type { MeasuredTask } from '../gate/measured.js';
import type { AnyGateRecord } from '../ports/gate-record.js';
import type { GateDecision, Verdict } from '../task/verdict.js';

/** A rule that a gate can be decided by. */
export type DecidingRule = GateConfig['rule'];

/** What a rule says of recorded outcomes: its decision, or that it would have measured on. */
export type Rederived =
  { readonly kind: 'decided'; readonly decision: GateDecision } | { readonly kind: 'open'; readonly reason: string };

/** The rule that decided a record. A record of `off` was decided as `paired`. */
export const ruleOf = (record: AnyGateRecord): DecidingRule => (record.rule === 'paper' ? 'paper' : 'paired');

/** The outcomes of a record, by task, arm and repeat. */
export function measuredTasks(record: AnyGateRecord): readonly MeasuredTask[] {
  if (record.format === 2) {
    return record.tasks.map(({ case: name, candidate, checkpoint }) => ({
      case: name,
      candidate: candidate.successes,
      checkpoint: checkpoint.successes,
    }));
  }
  return record.tasks.map(({ case: name, candidate, checkpoint }) => ({
    case: name,
    candidate: [candidate],
    checkpoint: record.rule === 'paper' ? [] : [checkpoint],
  }));
}

/** Derives the verdict of a record again from its outcomes, by its rule or by another one. */
export function rederive(record: AnyGateRecord, rule: DecidingRule = ruleOf(record)): Rederived {
  const tasks = measuredTasks(record);
  if (record.format === 1 && rule === ruleOf(record)) {
    const { storedCheckpoint, minCoverage } = record;
    return { kind: 'decided', decision: decideGate(rule, { tasks: record.tasks, storedCheckpoint, minCoverage }) };
  }
  const step = gateRule(configOf(record, rule)).next(tasks);
  if (step.kind === 'decided') return { kind: 'decided', decision: step.decision };
  const arms = [...new Set(step.runs.map((run) => run.arm))].join(' and ');
  return {
    kind: 'open',
    reason: `it would have measured on: ${String(step.runs.length)} more task runs of the ${arms}, which were not made`,
  };
}

/** The first format had one pass: its rules were those for a deterministic model. */
function configOf(record: AnyGateRecord, rule: DecidingRule): GateConfig {
  const { gate } = record;
  if (record.format === 2) {
    const { deterministic, level, repeats, minCoverage, storedCheckpoint, keepsScore } = record.settings;
    return { rule, gate, deterministic, level, repeats, minCoverage, storedCheckpoint, keepsScore };
  }
  const { minCoverage, storedCheckpoint, final } = record;
  return { rule, gate, deterministic: true, level: 0.5, repeats: 1, minCoverage, storedCheckpoint, keepsScore: !final };
}

/** What another rule would have decided at one gate. */
export interface OtherVerdict {
  readonly gate: number;
  readonly rule: string;
  readonly recorded: Verdict;
  readonly other: Verdict | 'open';
  readonly reason: string;
}

/** One gate's outcomes under another rule. */
export function otherVerdict(record: AnyGateRecord, rule: DecidingRule): OtherVerdict {
  const said = rederive(record, rule);
  return {
    gate: record.gate,
    rule: record.rule,
    recorded: record.verdict,
    other: said.kind === 'decided' ? said.decision.verdict : 'open',
    reason: said.kind === 'decided' ? said.decision.reason : said.reason,
  };
}
