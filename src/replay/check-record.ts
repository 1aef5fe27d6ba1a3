import type { ArmName } from '../gate/measured.js';
import { recordDigest } from '../gate/record-digest.js';
import { gateArm } from '../grow/gate-arms.js';
import type { CountedRun } from '../grow/run-gate.js';
import type { AnyGateRecord, GateRecord } from '../ports/gate-record.js';
import { caseId, traceDigest } from '../task/ids.js';
import { NO_USAGE } from '../task/usage.js';
import { type Difference, firstDifference } from './first-difference.js';
import { measuredTasks, rederive } from './gate-verdict.js';

/** Members of a record that a store is needed for; the digest of the record covers them here. */
export const NEEDS_STORE: readonly string[] = [
  'scores and cost of the arms',
  'versions and commits',
  'changed functions',
  'state hashes',
  'traces',
];

/** Derives again all that follows from a record's own outcomes, and compares; empty when all of it is as recorded. */
export function checkRecord(record: AnyGateRecord): readonly Difference[] {
  const found: Difference[] = [];
  const compare = (field: string, recorded: unknown, derived: unknown): void => {
    const difference = firstDifference(recorded, derived, field);
    if (difference) found.push(difference);
  };
  checkVerdict(record, compare);
  compare('acted', record.acted, actedOn(record));
  const tag = record.acted === 'rolled-back' ? (record.rejectedTag ?? 'rejected/…') : null;
  compare('rejectedTag', record.rejectedTag, tag);
  const after = record.acted === 'rolled-back' ? record.checkpointState : record.stateBefore;
  compare('stateAfter', record.stateAfter, after);
  if (record.format === 2) checkFigures(record, compare);
  else checkShares(record, compare);
  if (record.format === 2) compare('digest', record.digest, recordDigest(record));
  return found;
}

type Compare = (field: string, recorded: unknown, derived: unknown) => void;

function checkVerdict(record: AnyGateRecord, compare: Compare): void {
  const said = rederive(record);
  if (said.kind === 'open') {
    compare('verdict', record.verdict, `open: ${said.reason}`);
    return;
  }
  const { verdict, reason, coverage, statistic } = said.decision;
  compare('verdict', record.verdict, verdict);
  // Runs that were made after the decision, for an accepted candidate's score, are among the outcomes and move the figures.
  if (record.format === 2 && record.decided.after !== runsIn(record)) return;
  compare('reason', record.reason, reason);
  compare('coverage', record.coverage, coverage);
  if (record.format === 2) compare('statistic', record.statistic, statistic ?? null);
}

/** What the loop does on a verdict. */
function actedOn({ rule, verdict, final }: AnyGateRecord): AnyGateRecord['acted'] {
  if (rule === 'off' || verdict === 'accept') return 'checkpoint';
  return verdict === 'roll-back' || final ? 'rolled-back' : 'undecided';
}

const runsIn = (record: AnyGateRecord): number =>
  measuredTasks(record).reduce((total, task) => total + task.candidate.length + task.checkpoint.length, 0);

function checkFigures(record: GateRecord, compare: Compare): void {
  const { settings, decided } = record;
  compare('decided.saved', decided.saved, decided.of - runsIn(record));
  for (const arm of ['candidate', 'checkpoint'] as const) {
    const runs = countedRuns(record, arm);
    compare(`cost.${arm}.runs`, record.cost[arm].runs, runs.length);
    const { success, low, high, n, missing } = record[arm];
    const figures = { success, low, high, n, missing };
    if (arm === 'checkpoint' && record.rule === 'paper') {
      const stored = settings.storedCheckpoint;
      compare(arm, figures, { success: stored, low: stored, high: stored, n: 0, missing: 0 });
      continue;
    }
    const cases = record.tasks.map((task) => ({ id: caseId(task.case), task: null, expected: null }));
    const derived = gateArm(runs, arm, { cases, part: settings.part }, record[arm]);
    const { success: mean, low: from, high: to, n: scored, missing: lost } = derived;
    compare(arm, figures, { success: mean, low: from, high: to, n: scored, missing: lost });
  }
}

/** The runs of one arm as far as a record tells them: without scores and usage. */
function countedRuns(record: GateRecord, arm: ArmName): readonly CountedRun[] {
  return record.tasks.flatMap((task) =>
    task[arm].successes.map((success, repeat) => ({
      case: task.case,
      arm,
      repeat,
      measured: {
        item: { id: caseId(task.case), task: null, expected: null },
        trace: traceDigest(task[arm].traces[repeat] ?? ''),
        usage: NO_USAGE,
        ...(success === null ? {} : { judged: { success, solved: success >= 1, scores: {}, feedback: '' } }),
      },
    })),
  );
}

/** Format 1: the mean over the tasks with a result, and how many had none. */
function checkShares(record: Extract<AnyGateRecord, { format: 1 }>, compare: Compare): void {
  for (const arm of ['candidate', 'checkpoint'] as const) {
    if (arm === 'checkpoint' && record.rule === 'paper') {
      compare('checkpoint.success', record.checkpoint.success, record.storedCheckpoint);
      continue;
    }
    const present = record.tasks.flatMap((task) => (task[arm] === null ? [] : [task[arm]]));
    const mean = present.length === 0 ? 0 : present.reduce((sum, one) => sum + one, 0) / present.length;
    compare(`${arm}.success`, record[arm].success, mean);
    compare(`${arm}.n`, record[arm].n, present.length);
    compare(`${arm}.missing`, record[arm].missing, record.tasks.length - present.length);
  }
}
