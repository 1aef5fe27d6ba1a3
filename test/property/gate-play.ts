import fc from 'fast-check';
import type { GateConfig, GatePrior, GateRuleEngine } from '../../src/gate/gate-config.js';
import { gateRule } from '../../src/gate/gate-rule.js';
import { literalRule } from '../../src/gate/literal-rule.js';
import { pairedRule } from '../../src/gate/paired-rule.js';
import { type AskedRun, type MeasuredTask, unmeasured, withOutcome } from '../../src/gate/measured.js';
import type { GateDecision, Verdict } from '../../src/task/verdict.js';

/** What each run of a gate would give, by case, arm and repeat (repeats beyond the table start over). */
export type Outcomes = ReadonlyMap<string, Readonly<Record<AskedRun['arm'], readonly (number | null)[]>>>;

export const CONFIG: GateConfig = {
  rule: 'paired',
  deterministic: false,
  gate: 1,
  level: 0.15,
  repeats: 6,
  minCoverage: 0,
  storedCheckpoint: 0.5,
  keepsScore: false,
};

export const RULES: readonly (readonly [string, Partial<GateConfig>])[] = [
  ['paired', {}],
  ['paired, a budget of 2.4 passes', { repeats: 2.4 }],
  ['paired, one pass', { repeats: 1 }],
  ['paired, deterministic', { deterministic: true }],
  ['paper', { rule: 'paper' }],
  ['paper, keeping the score', { rule: 'paper', keepsScore: true }],
];

export interface Played {
  readonly decision: GateDecision;
  readonly tasks: readonly MeasuredTask[];
  readonly saved: number;
  /** Runs in the order in which they were entered. */
  readonly runs: readonly AskedRun[];
}

export interface PlayOptions {
  /** `each`: the rule is asked after every outcome, and curtails; `round`: only after all that it asked for, and it does not. */
  readonly ask?: 'each' | 'round';
  readonly prior?: GatePrior;
  /** The order of entry within what was asked for. */
  readonly order?: (runs: readonly AskedRun[]) => readonly AskedRun[];
}

export const outcomeOf = (outcomes: Outcomes, { case: name, arm, repeat }: AskedRun): number | null => {
  const table = outcomes.get(name)?.[arm] ?? [];
  return table[repeat % table.length] ?? null;
};

/** Plays a gate to its end. */
export function play(changed: Partial<GateConfig>, outcomes: Outcomes, options: PlayOptions = {}): Played {
  const { ask = 'each', prior, order = (runs): readonly AskedRun[] => runs } = options;
  const config = { ...CONFIG, ...changed };
  const rule = ask === 'each' ? gateRule(config, prior) : finishing(config, prior);
  const made: AskedRun[] = [];
  let tasks = unmeasured([...outcomes.keys()]);
  for (;;) {
    const step = rule.next(tasks);
    if (step.kind === 'decided') {
      const { candidate, checkpoint } = step.saved;
      return { decision: step.decision, tasks, saved: candidate + checkpoint, runs: made };
    }
    const runs = order(step.runs);
    for (const run of ask === 'each' ? runs.slice(0, 1) : runs) {
      tasks = withOutcome(tasks, run, outcomeOf(outcomes, run));
      made.push(run);
    }
  }
}

/** The rule of a config without curtailment. */
const finishing = (config: GateConfig, prior: GatePrior = new Map()): GateRuleEngine =>
  config.rule === 'paper' || config.deterministic
    ? literalRule(config, prior, false)
    : pairedRule(config, prior, false);

/** From worst to best for the candidate. */
export const RANK: Readonly<Record<Verdict, number>> = { 'roll-back': 0, 'no-verdict': 1, undecided: 1, accept: 2 };

/** Tables of outcomes. Tasks lean to success or failure, so that gates of every kind come up. */
export const outcomeTables = (values: fc.Arbitrary<number | null>): fc.Arbitrary<Outcomes> =>
  fc
    .array(
      fc.record({
        candidate: fc.oneof(fc.array(values, { minLength: 1, maxLength: 7 }), fc.constantFrom([0], [1])),
        checkpoint: fc.oneof(fc.array(values, { minLength: 1, maxLength: 7 }), fc.constantFrom([0], [1])),
      }),
      { minLength: 1, maxLength: 14 },
    )
    .map((rows) => new Map(rows.map((row, index) => [`case-${String(index).padStart(2, '0')}`, row])));

export const binary: fc.Arbitrary<number> = fc.constantFrom(0, 1);
export const graded: fc.Arbitrary<number> = fc.constantFrom(0, 1, 0.5, 1 / 3, 0.2);
export const withMissing: fc.Arbitrary<number | null> = fc.oneof(
  { weight: 8, arbitrary: graded },
  { weight: 1, arbitrary: fc.constant(null) },
);
