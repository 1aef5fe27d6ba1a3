import type { Colors } from './colors.js';
import { plural } from './numbers.js';
import { table } from './table.js';

/** What `replay run` found, as far as it is told to a person. */
export interface ReplayedRunLike {
  readonly run: string;
  readonly same: boolean;
  readonly derived: {
    readonly transitions: { readonly recorded: number; readonly reproduced: number };
    readonly runs: { readonly recorded: number; readonly reproduced: number; readonly taken: number };
    readonly editSets: {
      readonly checked: number;
      readonly accepted: number;
      readonly dropped: number;
      readonly refused: number;
    };
    readonly gates: { readonly derived: number; readonly rolledBack: number };
    readonly prompts: { readonly same: number; readonly of: number };
    readonly complete: boolean;
    readonly divergence: {
      readonly ordinal: number;
      readonly kind: string;
      readonly field: string;
      readonly recorded: string;
      readonly derived: string;
    } | null;
  } | null;
  readonly failure: string | null;
  readonly store: {
    readonly rows: number;
    readonly unsealed: number;
    readonly damaged: readonly { readonly table: string; readonly row: string }[];
  };
  readonly gateFiles: {
    readonly same: number;
    readonly missing: readonly string[];
    readonly differ: readonly {
      readonly file: string;
      readonly field: string;
      readonly recorded: string;
      readonly derived: string;
    }[];
  };
}

const MOST_NAMED = 20;

/** The whole run for a person: what came out again, then everything that did not. */
export function replayedRunText(replayed: ReplayedRunLike, colors: Colors): string {
  const { derived, store, gateFiles, failure } = replayed;
  const rows: string[][] = [];
  if (derived) {
    const { transitions, runs, editSets, gates, prompts } = derived;
    const edits = [
      `${String(editSets.accepted)} accepted`,
      `${String(editSets.dropped)} dropped`,
      `${String(editSets.refused)} refused`,
    ];
    rows.push(
      ['transitions', of(transitions.reproduced, transitions.recorded), 'every state hash, body and commit id'],
      [
        'harness runs',
        of(runs.reproduced, runs.recorded),
        runs.taken === 0
          ? 'node for node'
          : `node for node; ${String(runs.taken)} ended by a clock or a broken backend, taken as recorded`,
      ],
      ['edit sets', String(editSets.checked), edits.join(', ')],
      ['gates', String(gates.derived), plural(gates.rolledBack, 'rollback')],
      ['prompts', of(prompts.same, prompts.of), promptNote(prompts)],
    );
  }
  rows.push(
    [
      'store rows',
      of(store.rows - store.unsealed - store.damaged.length, store.rows),
      store.unsealed === 0 ? 'each with its seal' : `with their seal; ${String(store.unsealed)} are from before seals`,
    ],
    [
      'gate files',
      of(gateFiles.same, gateFiles.same + gateFiles.differ.length + gateFiles.missing.length),
      gateFiles.missing.length === 0 ? 'as journaled' : `as journaled; not there: ${gateFiles.missing.join(', ')}`,
    ],
  );
  const stopped = derived && !derived.complete ? ' It was stopped before its test set was evaluated.' : '';
  const head = replayed.same
    ? `${colors.green('✔ reproduced')}: all of run ${colors.bold(replayed.run)} comes out as recorded.${stopped}`
    : `${colors.red('✘ not as recorded')}: run ${colors.bold(replayed.run)}.${stopped}`;
  const found = problems(replayed, colors);
  return [
    head,
    '',
    table(['', 'reproduced', ''], rows, [0, 2]),
    ...(found.length === 0 ? [] : ['', ...found]),
    ...(failure === null ? [] : ['', `Nothing more could be derived: ${failure}`]),
  ].join('\n');
}

const of = (some: number, all: number): string => `${String(some)} of ${String(all)}`;

const promptNote = ({ same, of: all }: { readonly same: number; readonly of: number }): string =>
  same === all
    ? 'the optimizer was asked the same'
    : 'asked otherwise than this release would: recorded elsewhere or by another release';

function problems({ derived, store, gateFiles }: ReplayedRunLike, colors: Colors): readonly string[] {
  const lines: string[] = [];
  const divergence = derived?.divergence;
  if (divergence) {
    const where =
      divergence.ordinal === 0 ? divergence.kind : `transition ${String(divergence.ordinal)}, ${divergence.kind}`;
    lines.push(
      colors.bold(`The first difference: ${where}: ${divergence.field}`),
      `  recorded ${divergence.recorded}`,
      `  derived  ${divergence.derived}`,
    );
  }
  for (const { table: name, row } of store.damaged.slice(0, MOST_NAMED))
    lines.push(`${colors.red('damaged')} row of table ${name}: ${row}`);
  if (store.damaged.length > MOST_NAMED)
    lines.push(`… and ${String(store.damaged.length - MOST_NAMED)} more rows; --json lists all`);
  for (const { file, field, recorded, derived: is } of gateFiles.differ)
    lines.push(`${colors.red('changed')} file ${file}: ${field}`, `  file    ${recorded}`, `  journal ${is}`);
  return lines;
}

/** Gates of a run under another rule. */
export function otherRuleText(
  other: {
    readonly run: string;
    readonly rule: string;
    readonly gates: readonly {
      readonly gate: number;
      readonly rule: string;
      readonly recorded: string;
      readonly other: string;
      readonly reason: string;
    }[];
    readonly firstDifference: number | null;
  },
  colors: Colors,
): string {
  const { run, rule, gates, firstDifference } = other;
  if (gates.length === 0) return `Run ${run} has no gate yet.`;
  const rows = gates.map((one) => [
    String(one.gate),
    `${one.recorded} (${one.rule})`,
    one.other,
    one.other === one.recorded ? '' : '≠',
    one.reason,
  ]);
  const last = gates.at(-1)?.gate ?? 0;
  const note =
    firstDifference === null
      ? `The rule ${rule} would have decided every one of these gates alike.`
      : `Gate ${String(firstDifference)} would not have been decided like this: from there on the run would have gone another way` +
        `${last > firstDifference ? `, so that what stands under gates ${String(firstDifference + 1)} to ${String(last)} only says what the rule makes of the outcomes of this run` : ''}.`;
  return `${colors.bold(`Run ${run} under the rule ${rule}`)}, from the recorded outcomes\n\n${table(['gate', 'recorded', rule, '', 'why'], rows, [0, 1, 2, 3, 4])}\n\n${note}`;
}
