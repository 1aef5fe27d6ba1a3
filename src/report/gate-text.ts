import type { GateRecord } from '../ports/gate-record.js';
import type { Colors } from './colors.js';
import { diffText, type FunctionChange } from './harness-diff.js';
import { percent, plural } from './numbers.js';
import { table } from './table.js';

/** The gates of a run, one row each. */
export function gatesText(run: string, gates: readonly GateRecord[], colors: Colors): string {
  if (gates.length === 0) return `Run ${run} has no gate yet.`;
  const rows = gates.map((gate) => [
    String(gate.gate),
    percent(gate.candidate.success),
    percent(gate.checkpoint.success ?? gate.storedCheckpoint),
    gate.verdict,
    gate.acted,
    plural(gate.changed.length, 'function'),
    gate.rejectedTag ?? gate.candidate.commit.slice(0, 7),
  ]);
  return `${colors.bold(`Run ${run}`)}\n\n${table(['gate', 'candidate', 'checkpoint', 'verdict', 'then', 'changed', 'at'], rows, [0, 3, 4, 6])}`;
}

export interface GateShownLike {
  readonly record: GateRecord;
  readonly won: readonly string[];
  readonly lost: readonly string[];
  readonly changes: readonly FunctionChange[];
}

/** One gate for a person: verdict, tasks won and lost, the diff, and how to look further. */
export function gateShownText(shown: GateShownLike, colors: Colors): string {
  const { record, won, lost, changes } = shown;
  const list = (cases: readonly string[]): string => (cases.length === 0 ? 'none' : cases.join(', '));
  const ref =
    record.rejectedTag === null
      ? `espalier/${record.run}/gate-${String(record.gate)}`
      : `espalier/${record.run}/${record.rejectedTag}`;
  const from = record.checkpoint.commit.slice(0, 10);
  return [
    `${colors.bold(`Gate ${String(record.gate)} of run ${record.run}`)}: ${record.verdict}, then ${record.acted}`,
    record.reason,
    '',
    `${colors.green('won ')} ${String(won.length).padStart(3)}  ${list(won)}`,
    `${colors.red('lost')} ${String(lost.length).padStart(3)}  ${list(lost)}`,
    `state ${record.stateBefore.slice(0, 12)} → ${record.stateAfter.slice(0, 12)}; the checkpoint's is ${record.checkpointState.slice(0, 12)}`,
    '',
    diffText(changes, colors),
    '',
    colors.bold('Look further'),
    `  git diff ${from} ${record.candidate.commit.slice(0, 10)}`,
    `  git log ${from}..${record.acted === 'undecided' ? record.candidate.commit.slice(0, 10) : ref}`,
    `  npx espalier run ${record.acted === 'undecided' ? record.candidate.commit.slice(0, 10) : ref} --task '…' --trace`,
    `  npx espalier replay gate ${String(record.gate)} --run ${record.run}`,
  ].join('\n');
}
