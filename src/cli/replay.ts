import type { Command } from 'commander';
import {
  addSandboxOption,
  addWorkspaceOptions,
  workspaceOf,
  type SandboxFlags,
  type WorkspaceFlags,
} from './common-options.js';
import { exitWith } from './context.js';
import { wholeNumber } from './parse-option.js';
import { colorsFor, printData, printJson } from './terminal.js';

interface ReplayFlags extends WorkspaceFlags, SandboxFlags {
  readonly run?: string;
  readonly record?: string;
  readonly json?: boolean;
}

/** `espalier replay gate N`. */
export function addReplay(program: Command): void {
  const replay = program
    .command('replay')
    .summary('re-derive what a run decided')
    .description('Re-derives verdicts and reproduces runs, offline.')
    .addHelpText(
      'after',
      '\nExamples:\n  espalier replay gate 2\n  espalier replay gate 2 --record gates/my-run/gate-0002.json\n',
    );
  addSandboxOption(
    addWorkspaceOptions(
      replay
        .command('gate')
        .description(
          'Re-derives a gate’s verdict, then runs both arms again from their recorded responses and compares node by node.',
        )
        .argument('<n>', 'number of the gate', wholeNumber(1))
        .option('--run <name>', 'which run (default: the last)')
        .option('--record <file>', 'only re-derive the verdict of a gate record’s file; needs no store'),
    ),
  )
    .option('--json', 'one object: { gate, recorded, derived, runs, reproduced, differences, isolation }')
    .action(async (gate: number, flags: ReplayFlags) => {
      const { rederiveFile, replayGateCommand } = await import('../compose/replay-command.js');
      if (flags.record !== undefined) {
        const derived = await rederiveFile(flags.record, gate);
        if (flags.json === true) printJson(derived);
        else
          printData(
            `Gate ${String(derived.gate)}: recorded ${derived.recorded}, derived ${derived.derived}: ${derived.reason}`,
          );
        if (derived.recorded !== derived.derived) exitWith(1);
        return;
      }
      const replayed = await replayGateCommand(workspaceOf(flags), flags.run, gate, flags.sandbox);
      const same = replayed.recorded === replayed.derived && replayed.differences.length === 0;
      if (flags.json === true) printJson(replayed);
      else {
        const colors = colorsFor(process.stdout);
        const lines = replayed.differences.slice(0, 20).map((one) => `  ${one.arm} ${one.case}: ${one.difference}`);
        const mark = same ? colors.green('reproduced') : colors.red('not reproduced');
        printData(
          [
            `Gate ${String(replayed.gate)}: recorded ${replayed.recorded}, derived ${replayed.derived}: ${replayed.reason}`,
            `${mark}: ${String(replayed.reproduced)} of ${String(replayed.runs)} runs come out node for node as recorded; isolation ${replayed.isolation}`,
            ...lines,
          ].join('\n'),
        );
      }
      if (!same) exitWith(1);
    });
}
