import { type Command, Option } from 'commander';
import { otherRuleText, replayedRunText } from '../report/replay-text.js';
import {
  addSandboxOption,
  addWorkspaceOptions,
  workspaceOf,
  type SandboxFlags,
  type WorkspaceFlags,
} from './common-options.js';
import { type CliContext, exitWith } from './context.js';
import { wholeNumber } from './parse-option.js';
import { replayedGateText, rederivedFileText } from '../report/replay-gate-text.js';
import { colorsFor, printData, printJson, printProse } from './terminal.js';

interface ReplayFlags extends WorkspaceFlags, SandboxFlags {
  readonly run?: string;
  readonly record?: string;
  readonly gate?: 'paper' | 'paired';
  readonly json?: boolean;
}

const ruleOption = (): Option =>
  new Option('--gate <rule>', 'instead: what this rule would have decided, from the recorded outcomes').choices([
    'paper',
    'paired',
  ]);

/** `espalier replay run`, `replay gate N` and `replay gates`. */
export function addReplay(program: Command, context: CliContext): void {
  const replay = program
    .command('replay')
    .summary('re-derive what a run decided')
    .description('Re-derives verdicts, gates and whole runs from what was recorded, offline.')
    .addHelpText(
      'after',
      `
Examples:
  espalier replay run                        the last run, transition by transition, hash by hash
  espalier replay gate 2                     one gate: its verdict, both arms, its record
  espalier replay gate 2 --record gates/my-run/gate-0002.json
  espalier replay gates --gate paper         what another rule would have decided`,
    );
  addRun(replay, context);
  addGate(replay, context);
  replay
    .command('gates')
    .description('What another rule would have decided at every gate of a run, from the recorded outcomes.')
    .option('--run <name>', 'which run (default: the last)')
    .addOption(ruleOption().makeOptionMandatory())
    .option('--json', 'one object: { run, rule, gates: [{ gate, recorded, other, reason }], firstDifference }')
    .addHelpText('after', '\nExample:\n  espalier replay gates --gate paper --run my-run\n')
    .action((flags: ReplayFlags) => printOtherRule(flags, flags.run));
}

function addRun(replay: Command, context: CliContext): void {
  addSandboxOption(
    addWorkspaceOptions(
      replay
        .command('run')
        .description(
          'Derives a whole run again from its journal: window states, edit checks, verdicts, rollbacks. Asks no model, no tool and no network, and writes nothing.',
        )
        .argument('[run]', 'which run (default: the last)')
        .addOption(ruleOption()),
    ),
  )
    .option('--json', 'one object: { run, same, derived, failure, store, gateFiles, isolation }')
    .addHelpText(
      'after',
      `
Exit code 0: every transition, row and gate file is as recorded; 1: one is not, and the first is named.

Examples:
  espalier replay run
  espalier replay run my-run --json
  espalier replay run my-run --gate paper`,
    )
    .action(async (run: string | undefined, flags: ReplayFlags) => {
      if (flags.gate !== undefined) return printOtherRule(flags, run);
      const { replayRunCommand } = await import('../compose/replay-run-command.js');
      const quiet = flags.json === true;
      const live = process.stderr.isTTY && !quiet;
      const replayed = await replayRunCommand({
        workspace: workspaceOf(flags),
        run,
        ...(flags.sandbox === undefined ? {} : { sandbox: flags.sandbox }),
        signal: context.signal,
        onRun: (record, transitions) => {
          if (!quiet) printProse(`Deriving run ${record.id} again: ${String(transitions)} transitions.`);
        },
        onTransition: ({ kind }, done, of) => {
          if (live)
            process.stderr.write(done === of ? '\r\u001B[K' : `\r\u001B[K  … ${String(done)}/${String(of)} ${kind}`);
          else if (!quiet && TOLD.has(kind)) printProse(`  ${String(done)}/${String(of)} ${kind}`);
        },
      });
      if (live) process.stderr.write('\r\u001B[K');
      if (flags.json === true) printJson(replayed);
      else printData(replayedRunText(replayed, colorsFor(process.stdout)));
      if (!replayed.same) exitWith(1);
    });
}

/** Transitions that are told one by one where there is no terminal. */
const TOLD: ReadonlySet<string> = new Set([
  'seed-measured',
  'accepted',
  'checkpoint',
  'rolled-back',
  'undecided',
  'tested',
]);

function addGate(replay: Command, context: CliContext): void {
  addSandboxOption(
    addWorkspaceOptions(
      replay
        .command('gate')
        .description(
          'Re-derives a gate’s verdict, then runs both arms again from their recorded replies and compares node by node.',
        )
        .argument('<n>', 'number of the gate', wholeNumber(1))
        .option('--run <name>', 'which run (default: the last)')
        .option('--record <file>', 'only what a gate record’s file says by itself; needs no store')
        .addOption(ruleOption()),
    ),
  )
    .option(
      '--json',
      'one object: { gate, recorded, derived, reason, runs, reproduced, taken, differences, record, isolation }',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  espalier replay gate 2\n  espalier replay gate 2 --gate paper\n  espalier replay gate 2 --record gates/my-run/gate-0002.json\n',
    )
    .action(async (gate: number, flags: ReplayFlags) => {
      const { recordWithoutStore, rederiveFile, replayGateCommand } = await import('../compose/replay-command.js');
      const file = flags.record ?? (await recordWithoutStore(process.cwd(), flags.run, gate));
      if (flags.gate !== undefined) return printOtherRule(flags, flags.run, gate, file);
      const colors = colorsFor(process.stdout);
      if (file !== undefined) {
        const derived = await rederiveFile(file, gate);
        if (flags.json === true) printJson(derived);
        else printData(rederivedFileText(derived, colors));
        if (derived.recorded !== derived.derived || derived.record.length > 0) exitWith(1);
        return;
      }
      const replayed = await replayGateCommand(workspaceOf(flags), flags.run, gate, context.signal, flags.sandbox);
      if (flags.json === true) printJson(replayed);
      else printData(replayedGateText(replayed, colors));
      const same = replayed.recorded === replayed.derived && replayed.record.length === 0;
      if (!same || replayed.differences.length > 0) exitWith(1);
    });
}

async function printOtherRule(
  flags: ReplayFlags,
  run: string | undefined,
  gate?: number,
  file?: string,
): Promise<void> {
  const rule = flags.gate ?? 'paired';
  const { otherRuleCommand, otherRuleOfFile } = await import('../compose/other-rule-command.js');
  const other =
    file === undefined || gate === undefined
      ? await otherRuleCommand(process.cwd(), run, rule, gate)
      : await otherRuleOfFile(file, rule, gate);
  if (flags.json === true) printJson(other);
  else printData(otherRuleText(other, colorsFor(process.stdout)));
}
