import type { Command } from 'commander';
import { doctorText } from '../report/doctor-text.js';
import { addSandboxOption, sandboxOf, type SandboxFlags } from './common-options.js';
import { exitWith } from './context.js';
import { colorsFor, printData, printJson } from './terminal.js';

interface DoctorFlags extends SandboxFlags {
  readonly config?: string;
  readonly json?: boolean;
}

/** `espalier doctor`. */
export function addDoctor(program: Command): void {
  addSandboxOption(
    program
      .command('doctor')
      .summary('say what this machine gives, and how to mend what it does not')
      .description(
        'Tries what Espalier needs of a machine: Node.js, git, the isolation of harness code, the workspace, and what its config asks for.',
      ),
  )
    .option('-c, --config <file>', 'the workspace’s config (default: espalier.config.ts here, where there is one)')
    .option('--json', 'one object: { ok, checks: [{ name, state, detail, fix, parts }] }')
    .addHelpText(
      'after',
      `
Examples:
  espalier doctor
  espalier doctor --sandbox full --json       for CI: exit code 2 unless full isolation holds

It tries the isolation that the config asks for, and the endpoints that it names for model and optimizer. A key
is sent to its endpoint and never printed.

Exit codes: 0 all that is needed works, 2 something does not.`,
    )
    .action(async ({ config, json, ...flags }: DoctorFlags) => {
      const { doctorCommand } = await import('../compose/doctor-command.js');
      const report = await doctorCommand({
        directory: process.cwd(),
        ...sandboxOf(flags),
        ...(config === undefined ? {} : { config }),
      });
      if (json === true) printJson(report);
      else printData(doctorText(report.checks, colorsFor(process.stdout)));
      if (!report.ok) exitWith(2);
    });
}
