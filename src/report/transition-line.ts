import type { Colors } from './colors.js';
import type { AnyGateRecord } from '../ports/gate-record.js';
import type { JournalEntry } from '../ports/store.js';
import { gateShare, savedRuns } from './gate-figures.js';
import { percent, plural } from './numbers.js';

/** One line of progress for a transition, or `undefined` for those that a person need not see one by one. */
export function transitionLine(entry: JournalEntry, colors: Colors): string | undefined {
  // Each body is what the phase of that kind journaled.
  const body = entry.body as Readonly<Record<string, never>>;
  const label = (text: string): string => colors.bold(text.padEnd(10));
  switch (entry.kind) {
    case 'seed-measured': {
      const { candidate } = body as unknown as { candidate: { success: number; n: number } };
      return `${label('seed')}${percent(candidate.success)} of ${plural(candidate.n, 'gate task')} ${colors.dim('· checkpoint 0')}`;
    }
    case 'proposed':
      return undefined;
    case 'no-proposal':
      return `${label(`step ${String(body['step'])}`)}${colors.yellow('no proposal')} ${colors.dim(clip(String(body['message']), 400))}`;
    case 'refused':
      return refusedLine(body, label, colors);
    case 'checked':
      return undefined;
    case 'accepted':
    case 'dropped':
      return verifiedLine(entry.kind, body, label, colors);
    case 'checkpoint':
    case 'rolled-back':
    case 'undecided':
      return gateLine(entry.kind, entry.body as unknown as AnyGateRecord, label, colors);
    case 'set-aside':
      return `${label('set aside')}tasks ${String(body['from'])} to ${String(body['to'])} of the stream: too many rollbacks in a row`;
    default:
      return undefined;
  }
}

type Body = Readonly<Record<string, unknown>>;
type Label = (text: string) => string;

function refusedLine(body: Body, label: Label, colors: Colors): string {
  const { step, again, reasons } = body as {
    step: number;
    again: boolean;
    reasons: readonly { rule: string; at?: string; message: string }[];
  };
  const first = reasons[0];
  const more = reasons.length > 1 ? ` (+${String(reasons.length - 1)} more)` : '';
  const why = first
    ? `${first.rule}${first.at === undefined ? '' : ` ${first.at}`}: ${clip(first.message, 90)}${more}`
    : '';
  return `${label(`step ${String(step)}`)}${colors.yellow(again ? 'refused, asking again' : 'refused')} ${colors.dim(why)}`;
}

function verifiedLine(kind: 'accepted' | 'dropped', body: Body, label: Label, colors: Colors): string {
  const { step, solved, of, changed, rationale, commit } = body as {
    step: number;
    solved: number;
    of: number;
    changed: readonly string[];
    rationale?: string;
    commit?: string;
  };
  const figures = `${String(solved)} of ${plural(of, 'window task')} solved, ${plural(changed.length, 'function')} edited`;
  if (kind === 'dropped') return `${label(`step ${String(step)}`)}${colors.yellow('dropped')}  ${figures}`;
  return `${label(`step ${String(step)}`)}${colors.green('accepted')} ${figures} ${colors.dim(`· ${(commit ?? '').slice(0, 7)} ${clip(firstLine(rationale ?? ''), 70)}`)}`;
}

function gateLine(
  kind: 'checkpoint' | 'rolled-back' | 'undecided',
  record: AnyGateRecord,
  label: Label,
  colors: Colors,
): string {
  const figures = `candidate ${gateShare(record, 'candidate')}, checkpoint ${gateShare(record, 'checkpoint')}`;
  const name = label(`gate ${String(record.gate)}`);
  const ignored =
    record.rule === 'off' && record.verdict !== 'accept'
      ? colors.yellow(` (${record.verdict}, not acted on: --gate off)`)
      : '';
  const early = savedRuns(record);
  const told = (...parts: readonly string[]): string => {
    const present = parts.filter((part) => part !== '');
    return present.length === 0 ? '' : ` ${colors.dim(`· ${present.join(' · ')}`)}`;
  };
  switch (kind) {
    case 'checkpoint':
      return `${name}${figures}  ${colors.green(`✔ checkpoint ${String(record.gate)}`)}${ignored}${told(early)}`;
    case 'rolled-back': {
      // At the last gate a candidate that is not confirmed goes too: that is no shown harm, and the line says so.
      const why = record.verdict === 'roll-back' ? '' : `${record.verdict} at the last gate: ${record.reason}`;
      return `${name}${figures}  ${colors.red('↺ rolled back')}${told(`kept as ${record.rejectedTag ?? ''}`, early, why)}`;
    }
    case 'undecided':
      return `${name}${figures}  ${colors.yellow(record.verdict)}${told(record.reason)}`;
  }
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

/** Text on one line, without control characters (a terminal would obey them), cut at a width with an ellipsis. */
export function clip(text: string, width: number): string {
  // Cut first: what is shown can be very long, and runs of control characters only shorten it.
  const line = text.slice(0, width * 8).replaceAll(CONTROLS, ' ');
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}

const CONTROLS = /\p{Cc}[\p{Cc}\s]*/gu;
