import type { GateDecision, GateTask } from '../task/verdict.js';
import { savedRuns, sealed } from './curtail.js';
import { decideGate } from './decide.js';
import type { GateConfig, GatePrior, GateRuleEngine, GateStep } from './gate-config.js';
import { tally } from './tally.js';
import { type AskedRun, byCase, type MeasuredTask, nonEmpty } from './measured.js';

/**
 * One pass; lower is rolled back, any other accepted. `paper` runs the candidate. A paired gate with a deterministic model
 * runs the checkpoint, then the candidate: first the tasks that the checkpoint solved, after which no loss seals acceptance. Without `curtails` the pass is
 * finished whatever it can change: what curtailment is checked against.
 */
export function literalRule(config: GateConfig, prior: GatePrior, curtails = true): GateRuleEngine {
  return {
    next: (unsorted): GateStep => {
      const tasks = byCase(unsorted);
      const rest = config.rule === 'paper' ? paperRuns(config, prior, tasks) : pairedRuns(tasks);
      const whole = (measured: readonly MeasuredTask[]): GateDecision => decide(config, measured);
      if (rest.length === 0) return { kind: 'decided', decision: whole(tasks), saved: savedRuns([]) };
      const early = curtails ? sealed(tasks, rest, whole) : undefined;
      if (!early || mustFinish(config, early)) return { kind: 'measure', runs: nonEmpty(rest) };
      return { kind: 'decided', decision: onWhatWasMade(config, tasks, rest, early), saved: savedRuns(rest) };
    },
  };
}

/** With `paper` the accepted candidate's score is what later gates compare with, so all of it is measured. */
const mustFinish = (config: GateConfig, { verdict }: GateDecision): boolean =>
  config.rule === 'paper' && config.keepsScore && verdict === 'accept';

/**
 * Failures seal a rollback, so tasks that failed before come first; where acceptance may end the pass, those that succeeded.
 * Either order needs the fewest runs until so many failures, or successes, are expected.
 */
function paperRuns(config: GateConfig, prior: GatePrior, tasks: readonly MeasuredTask[]): readonly AskedRun[] {
  const success = (task: MeasuredTask): number => prior.get(task.case) ?? 0.5;
  const sign = config.keepsScore ? 1 : -1;
  const order = [...tasks].sort((a, b) => sign * (success(a) - success(b)));
  return open(order, 'candidate');
}

function pairedRuns(tasks: readonly MeasuredTask[]): readonly AskedRun[] {
  const solved = [...tasks].sort((a, b) => (b.checkpoint[0] ?? 0) - (a.checkpoint[0] ?? 0));
  return [...open(tasks, 'checkpoint'), ...open(solved, 'candidate')];
}

const open = (tasks: readonly MeasuredTask[], arm: AskedRun['arm']): readonly AskedRun[] =>
  tasks.filter((task) => task[arm].length === 0).map((task) => ({ case: task.case, arm, repeat: 0 }));

const decide = (config: GateConfig, tasks: readonly MeasuredTask[]): GateDecision =>
  decideGate(config.rule, {
    tasks: tasks.map(firstRun),
    storedCheckpoint: config.storedCheckpoint,
    minCoverage: config.minCoverage,
  });

const firstRun = (task: MeasuredTask): GateTask => ({
  case: task.case,
  candidate: task.candidate[0] ?? null,
  checkpoint: task.checkpoint[0] ?? null,
});

/** A sealed decision with the figures of the tasks that have run in each compared arm. */
function onWhatWasMade(
  config: GateConfig,
  tasks: readonly MeasuredTask[],
  rest: readonly AskedRun[],
  early: GateDecision,
): GateDecision {
  const reason =
    early.verdict === 'no-verdict'
      ? early.reason
      : `${early.verdict === 'accept' ? 'not lower' : 'lower'} than the checkpoint whatever the ${String(rest.length)} task runs to go give`;
  if (config.rule === 'paper') {
    const { candidate, tasks: compared } = decide(
      config,
      tasks.filter((task) => task.candidate.length > 0),
    );
    return { ...early, reason, candidate, tasks: compared };
  }
  const { candidate, checkpoint, compared } = tally(tasks, () => 1);
  return { ...early, reason, candidate, checkpoint, tasks: compared };
}
