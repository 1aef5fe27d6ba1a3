import { type DecidingRule, otherVerdict, type OtherVerdict } from '../replay/gate-verdict.js';
import { gateRecords } from '../report/grow-result.js';
import { withRun } from './open-run.js';
import { gateOf, recordOf } from './replay-command.js';

/** What another rule would have decided at the gates of a run, from the outcomes that were recorded. */
export interface OtherRule {
  readonly run: string;
  readonly rule: DecidingRule;
  readonly gates: readonly OtherVerdict[];
  /** The first gate at which the run would have gone another way; from there on its outcomes are another run's. */
  readonly firstDifference: number | null;
}

/** All gates of a run, or one of them, under another rule. */
export const otherRuleCommand = (
  directory: string,
  run: string | undefined,
  rule: DecidingRule,
  gate?: number,
): Promise<OtherRule> =>
  withRun(directory, run, (store, { id }) => {
    const records = gateRecords(store.journal(id));
    const chosen = gate === undefined ? records : [gateOf(records, gate, id)];
    return otherRule(
      id,
      rule,
      chosen.map((record) => otherVerdict(record, rule)),
    );
  });

/** The same from a gate record's file alone. @throws InputError when it is none. */
export async function otherRuleOfFile(file: string, rule: DecidingRule, gate: number): Promise<OtherRule> {
  const record = await recordOf(file, gate);
  return otherRule(record.run, rule, [otherVerdict(record, rule)]);
}

function otherRule(run: string, rule: DecidingRule, gates: readonly OtherVerdict[]): OtherRule {
  const first = gates.find((one) => one.other !== one.recorded);
  return { run, rule, gates, firstDifference: first?.gate ?? null };
}
