import type { AnyGateRecord } from '../ports/gate-record.js';
import type { Colors } from './colors.js';
import { gateShare } from './gate-figures.js';
import { diffText, type FunctionChange } from './harness-diff.js';
import { plural } from './numbers.js';
import { table } from './table.js';

/** The gates of a run, one row each. */
export function gatesText(run: string, gates: readonly AnyGateRecord[], colors: Colors): string {
  if (gates.length === 0) return `Run ${run} has no gate yet.`;
  const rows = gates.map((gate) => [
    String(gate.gate),
    gateShare(gate, 'candidate'),
    gateShare(gate, 'checkpoint'),
    gate.verdict,
    gate.acted,
    plural(gate.changed.length, 'function'),
    gate.rejectedTag ?? gate.candidate.commit.slice(0, 7),
  ]);
  return `${colors.bold(`Run ${run}`)}\n\n${table(['gate', 'candidate', 'checkpoint', 'verdict', 'then', 'changed', 'at'], rows, [0, 3, 4, 6])}`;
}

/** A gate task whose mean success is not the same in both arms, with the outcome of every repeat; `null` is a missing run. */
export interface MovedTask {
  readonly case: string;
  readonly candidate: readonly (number | null)[];
  readonly checkpoint: readonly (number | null)[];
  /** Digests of the runs, by repeat. */
  readonly traces: { readonly candidate: readonly string[]; readonly checkpoint: readonly string[] };
}

export interface GateShownLike {
  readonly record: AnyGateRecord;
  readonly won: readonly MovedTask[];
  readonly lost: readonly MovedTask[];
  readonly changes: readonly FunctionChange[];
}

/** Rows of either list, and lines of the diff, that a person is shown before being told how to see the rest. */
const MOST_TASKS = 20;
const MOST_DIFF_LINES = 80;

/** One gate for a person: verdict, tasks won and lost, the diff, and how to look further. Gate tasks are held out: no optimizer is shown this. */
export function gateShownText(shown: GateShownLike, colors: Colors): string {
  const { record, won, lost, changes } = shown;
  const commands = commandsOf(record, lost[0] ?? won[0]);
  return [
    `${colors.bold(`Gate ${String(record.gate)} of run ${record.run}`)}: ${record.verdict}, then ${record.acted}`,
    record.reason,
    '',
    ...movedLines(colors.red('lost'), lost, record.gate),
    ...movedLines(colors.green('won'), won, record.gate),
    stateLine(record),
    '',
    ...bounded(diffText(changes, colors).split('\n'), MOST_DIFF_LINES, `all of it: ${commands.diff}`),
    '',
    colors.bold('Look further'),
    ...Object.values(commands)
      .filter((command) => command !== '')
      .map((command) => `  ${command}`),
  ].join('\n');
}

function movedLines(label: string, moved: readonly MovedTask[], gate: number): readonly string[] {
  if (moved.length === 0) return [`${label}: none`, ''];
  const rows = moved
    .slice(0, MOST_TASKS)
    .map((one) => [
      one.case,
      outcomes(one.checkpoint),
      outcomes(one.candidate),
      one.traces.candidate.at(0)?.slice(0, 12) ?? '',
    ]);
  const more = moved.length - rows.length;
  const rest = more > 0 ? [`  … and ${String(more)} more: espalier gates show ${String(gate)} --json`] : [];
  const lines = table(['task', 'checkpoint', 'candidate', "candidate's trace"], rows, [0, 3]).split('\n');
  return [`${label}: ${plural(moved.length, 'task')}`, ...lines.map((line) => `  ${line}`), ...rest, ''];
}

/** `0 1 –`: success by repeat. */
const outcomes = (of: readonly (number | null)[]): string =>
  of.length === 0 ? 'not run' : of.map((one) => (one === null ? '–' : String(Number(one.toFixed(2))))).join(' ');

/** What the state hashes say, in words. */
function stateLine({ acted, stateBefore, stateAfter, checkpointState }: AnyGateRecord): string {
  const is = stateAfter.slice(0, 12);
  switch (acted) {
    case 'rolled-back':
      return stateAfter === checkpointState
        ? `Code, task cursor, window, attempts and record are exactly as at the checkpoint again: state hash ${is}, before the gate ${stateBefore.slice(0, 12)}.`
        : `The state after the rollback (${is}) is not the checkpoint's (${checkpointState.slice(0, 12)}): this record is damaged.`;
    case 'checkpoint':
      return `The state (code, task cursor, window, attempts and record; hash ${is}) became the checkpoint; the one before it is ${checkpointState.slice(0, 12)}.`;
    case 'undecided':
      return `Nothing moved: the run goes on with state ${is}, and the checkpoint stays ${checkpointState.slice(0, 12)}.`;
  }
}

function bounded(lines: readonly string[], most: number, rest: string): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most), `… ${String(lines.length - most)} more lines; ${rest}`];
}

/** Commands to look further, ready to be pasted. */
function commandsOf(record: AnyGateRecord, moved: MovedTask | undefined): Readonly<Record<string, string>> {
  const { run, gate, rejectedTag, acted } = record;
  const from = record.checkpoint.commit.slice(0, 12);
  const name = rejectedTag ?? `gate-${String(gate)}`;
  const ref = acted === 'undecided' ? record.candidate.commit.slice(0, 12) : `espalier/${run}/${name}`;
  const folder = `../${run}-${name.replaceAll('/', '-')}`;
  const trace = moved?.traces.candidate[0]?.slice(0, 12) ?? '';
  return {
    diff: `npx espalier diff ${from} ${ref}`,
    log: `git log ${from}..${ref}`,
    show: `git show ${ref}`,
    checkout: `git worktree add --detach ${folder} ${ref}`,
    trace: trace === '' ? '' : `npx espalier traces show ${trace} --run ${run}`,
    run: `npx espalier run ${ref} --task '…' --trace`,
    replay: `npx espalier replay gate ${String(gate)} --run ${run}`,
  };
}
