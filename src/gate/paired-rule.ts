import type { GateDecision } from '../task/verdict.js';
import { batchSize, mostWorth, worth } from './allocate.js';
import type { GateConfig, GatePrior, GateRuleEngine, GateStep } from './gate-config.js';
import { type Look, looksOf } from './looks.js';
import { savedRuns, sealed } from './curtail.js';
import { type AskedRun, byCase, type MeasuredTask, nonEmpty } from './measured.js';
import { decisionOf, harmP, sealedDecision, uncovered } from './paired-decision.js';
import { levelOfGate } from './spend-level.js';
import { type Lanes, type Looked, OPEN_LANES, takeLook } from './take-look.js';
import { maySeal } from './may-seal.js';
import { coverageOf, firstRuns, type Tally, tally } from './tally.js';
import { Walked } from './walked.js';

/**
 * Both arms in the same gate. One pass over all tasks, then batches of the tasks that are worth most, with looks in between that
 * accept, roll back, give up or go on. All of it follows from the outcomes alone; rounds that the last call came through are
 * not walked again while the outcomes only grow. Without `curtails` rounds are finished whatever they can change: what curtailment is checked against.
 */
export function pairedRule(config: GateConfig, prior: GatePrior, curtails = true): GateRuleEngine {
  const walked = new Walked<Place>();
  return {
    next: (unsorted) => {
      const tasks = byCase(unsorted);
      return tasks.length === 0 ? none() : walk(config, prior, tasks, curtails, walked);
    },
  };
}

/** One round: `repeats[i]` runs of task i in each arm are made when it is over. */
interface Round {
  readonly asked: readonly number[];
  readonly repeats: readonly number[];
  readonly look: Look | undefined;
  readonly last: boolean;
}

/** Where a walk stands: the round to be made, and the verdicts that are still open. */
interface Place {
  readonly round: Round;
  readonly lanes: Lanes;
}

function walk(
  config: GateConfig,
  prior: GatePrior,
  tasks: readonly MeasuredTask[],
  curtails: boolean,
  walked: Walked<Place>,
): GateStep {
  const looks = looksOf(tasks.length, config.repeats, levelOfGate(config.level, config.gate));
  const unmade = tasks.map(() => 0);
  let { round, lanes } = walked.placeFor(tasks) ?? {
    round: roundOf(unmade, firstPass(tasks, prior), looks),
    lanes: OPEN_LANES,
  };
  for (;;) {
    const rest = openRuns(tasks, round);
    if (rest.length > 0) {
      const may = curtails && (!round.look || maySeal(tasks, rest, round.look, lanes, round.last));
      const seal = may ? sealed(tasks, rest, (whole) => endOf(config, whole, round, lanes).decision) : undefined;
      if (!seal) return { kind: 'measure', runs: nonEmpty(rest) };
      const decision = sealedDecision(seal, tallyOf(tasks, round), rest.length);
      return { kind: 'decided', decision, saved: savedRuns(rest) };
    }
    const end = endOf(config, tasks, round, lanes);
    if (end.decision) return { kind: 'decided', decision: end.decision, saved: savedRuns([]) };
    lanes = end.lanes;
    const made = round.repeats;
    round = roundOf(made, chooseTasks(tasks, made, looks), looks);
    walked.reached(
      { round, lanes },
      firstRuns(tasks, (index) => made[index] ?? 0),
    );
  }
}

function roundOf(before: readonly number[], asked: readonly number[], looks: readonly Look[]): Round {
  const repeats = [...before];
  for (const index of asked) repeats[index] = (repeats[index] ?? 0) + 1;
  const runs = sum(repeats);
  const at = looks.findIndex((look) => look.runs === runs);
  return { asked, repeats, look: looks[at], last: at === looks.length - 1 };
}

/** The first pass: tasks whose earlier success says least come first. */
function firstPass(tasks: readonly MeasuredTask[], prior: GatePrior): readonly number[] {
  const sure = (index: number): number => Math.abs((prior.get(tasks[index]?.case ?? '') ?? 0.5) - 0.5);
  return tasks.map((_, index) => index).sort((a, b) => sure(a) - sure(b) || a - b);
}

function chooseTasks(
  tasks: readonly MeasuredTask[],
  repeats: readonly number[],
  looks: readonly Look[],
): readonly number[] {
  const made = sum(repeats);
  const next = looks.find((look) => look.runs > made);
  const worths = Float64Array.from(tasks, (task, index) => {
    const pairs = repeats[index] ?? 0;
    const results = [...task.candidate.slice(0, pairs), ...task.checkpoint.slice(0, pairs)].filter(
      (one) => one !== null,
    );
    return worth(sum([...results].sort((a, b) => a - b)), results.length, pairs);
  });
  return mostWorth(worths, batchSize(tasks.length, (next?.runs ?? made) - made));
}

/** The runs of a round that have no outcome yet, in order, the arms in turn. */
function openRuns(tasks: readonly MeasuredTask[], { asked, repeats }: Round): readonly AskedRun[] {
  return asked.flatMap((index) => {
    const task = tasks[index];
    const repeat = (repeats[index] ?? 0) - 1;
    return (['candidate', 'checkpoint'] as const).flatMap((arm) =>
      task && task[arm].length <= repeat ? [{ case: task.case, arm, repeat }] : [],
    );
  });
}

interface Ended {
  readonly decision: GateDecision | undefined;
  readonly lanes: Lanes;
}

/** What the end of a round says. */
function endOf(config: GateConfig, tasks: readonly MeasuredTask[], round: Round, lanes: Lanes): Ended {
  if (!round.look) {
    const coverage = coverageOf(tasks, (index) => round.repeats[index] ?? 0);
    if (coverage > 0 && coverage >= config.minCoverage - 1e-9) return { decision: undefined, lanes };
  }
  const seen = tallyOf(tasks, round);
  if (seen.compared === 0 || seen.coverage < config.minCoverage - 1e-9)
    return { decision: uncovered(seen, seen.coverage, config.minCoverage), lanes };
  if (!round.look) return { decision: undefined, lanes };
  const looked = look(round, round.look, lanes, seen);
  return { decision: looked.verdict && decisionOf(looked.verdict, looked, round.look, seen), lanes: looked.lanes };
}

const tallyOf = (tasks: readonly MeasuredTask[], { repeats }: Round): Tally =>
  tally(tasks, (index) => repeats[index] ?? 0);

const look = (round: Round, at: Look, lanes: Lanes, seen: Tally): Looked =>
  takeLook(at, round.last, lanes, {
    difference: seen.candidate - seen.checkpoint,
    net: seen.net,
    p: () => harmP(seen),
  });

const none = (): GateStep => ({
  kind: 'decided',
  decision: {
    verdict: 'no-verdict',
    reason: 'the gate has no tasks',
    candidate: 0,
    checkpoint: 0,
    coverage: 0,
    tasks: 0,
  },
  saved: savedRuns([]),
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
