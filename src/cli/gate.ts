import { type Command, Option } from 'commander';
import { calibrationText, oddsText } from '../report/gate-odds-text.js';
import { LOOP_DEFAULTS } from '../compose/settings.js';
import {
  addModelOptions,
  addWorkspaceOptions,
  modelOf,
  workspaceOf,
  type ModelFlags,
  type WorkspaceFlags,
} from './common-options.js';
import type { CliContext } from './context.js';
import { numberFrom, openShare, pointsList, positiveNumber, share, wholeNumber } from './parse-option.js';
import { countOf, printData, printJson } from './terminal.js';

interface RuleFlags {
  readonly gate?: 'paper' | 'paired';
  readonly gateRepeats?: number;
  readonly gateLevel?: number;
  readonly gateRotate?: number | boolean;
  readonly deltas?: readonly number[];
  readonly detect: number;
  readonly runs: number;
  readonly seed: number;
  readonly json?: boolean;
}

interface SimulateFlags extends RuleFlags {
  readonly tasks: number;
  readonly success: number;
  readonly flips: number;
}

interface CalibrateFlags extends RuleFlags, WorkspaceFlags, ModelFlags {
  readonly repeats: number;
  readonly harness?: string;
  readonly concurrency?: number;
  readonly budgetUsd?: number;
  readonly budgetCalls?: number;
}

const JSON_HELP = 'one object: { rows: [{ delta, accept, rollBack, undecided, taskRunsPerArm }], … }';

function addRuleOptions(command: Command, config: boolean): Command {
  const from = (value: unknown): string => (config ? '(default: the config’s)' : `(default: ${String(value)})`);
  return command
    .addOption(new Option('--gate <rule>', `the rule ${from('paired')}`).choices(['paper', 'paired']))
    .addOption(
      new Option(
        '--gate-repeats <x>',
        `most mean task runs an arm, as a multiple of the tasks ${from(LOOP_DEFAULTS.gateRepeats)}`,
      ).argParser(numberFrom(1)),
    )
    .addOption(
      new Option(
        '--gate-level <p>',
        `most chance that any gate of a run rolls back an unchanged harness ${from(LOOP_DEFAULTS.gateLevel)}`,
      ).argParser(openShare),
    )
    .addOption(
      new Option('--deltas <points>', 'true differences to show, in points (default: -10,-5,0,5)').argParser(
        pointsList,
      ),
    )
    .addOption(
      new Option('--detect <points>', 'the drop of which is told what it needs').argParser(positiveNumber).default(5),
    )
    .addOption(new Option('--runs <n>', 'simulated gates a difference').argParser(wholeNumber(100)).default(4000))
    .addOption(new Option('--seed <n>', 'seed of everything random').argParser(wholeNumber(0)).default(1))
    .option('--json', JSON_HELP);
}

/** `espalier gate simulate` and `espalier gate calibrate`. */
export function addGate(program: Command, context: CliContext): void {
  const gate = program
    .command('gate')
    .summary('how far a gate can be trusted')
    .description(
      'How often a gate errs, and what it detects: simulated, or measured on your own tasks. Past gates: espalier gates.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  espalier gate simulate --tasks 50 --success 0.35 --flips 0.23\n  espalier gate calibrate --repeats 4 --budget-usd 2\n',
    );
  addRuleOptions(
    gate
      .command('simulate')
      .description('How a gate ends for true differences, from a success rate and a flip rate; in seconds.')
      .addOption(new Option('--tasks <n>', 'tasks of a gate').argParser(wholeNumber(2)).makeOptionMandatory())
      .addOption(new Option('--success <share>', 'mean success, in [0, 1]').argParser(share).makeOptionMandatory())
      .addOption(
        new Option('--flips <share>', 'share of tasks whose outcome differs between identical runs, in [0, 1]')
          .argParser(share)
          .makeOptionMandatory(),
      ),
    false,
  )
    .addHelpText(
      'after',
      `
Examples:
  espalier gate simulate --tasks 50 --success 0.35 --flips 0.23
  espalier gate simulate --tasks 200 --success 0.6 --flips 0.1 --deltas -8,-4,-2,0,2 --detect 2
`,
    )
    .action(async (flags: SimulateFlags) => {
      const { gateOdds } = await import('../compose/gate-odds.js');
      const odds = gateOdds({
        rule: flags.gate ?? 'paired',
        tasks: flags.tasks,
        success: flags.success,
        flips: flags.flips,
        repeats: flags.gateRepeats ?? LOOP_DEFAULTS.gateRepeats,
        level: flags.gateLevel ?? LOOP_DEFAULTS.gateLevel,
        deltas: flags.deltas,
        detect: flags.detect,
        simulations: flags.runs,
        seed: flags.seed,
        deterministic: false,
      });
      if (flags.json === true) printJson(odds);
      else printData(oddsText(odds));
    });
  const calibrate = gate
    .command('calibrate')
    .description(
      'Runs a harness against itself on the gate set, and tells how often the gate would roll it back, what it detects, and what it costs.',
    )
    .option('--harness <harness>', 'folder or git revision (default: the grown harness, or the seed)')
    .addOption(new Option('--repeats <n>', 'runs of each gate task').argParser(wholeNumber(2)).default(2));
  addRuleOptions(addModelOptions(addWorkspaceOptions(calibrate)), true)
    .addOption(
      new Option('--gate-rotate [n]', 'as grow’s: a gate has n tasks of the set (default: the config’s)').argParser(
        wholeNumber(1),
      ),
    )
    .addOption(new Option('--concurrency <n>', 'runs at the same time').argParser(wholeNumber(1)))
    .addOption(new Option('--budget-usd <usd>', 'most US dollars').argParser(positiveNumber))
    .addOption(new Option('--budget-calls <n>', 'most model calls').argParser(wholeNumber(1)))
    .addHelpText(
      'after',
      `
Examples:
  espalier gate calibrate --repeats 4 --budget-usd 2
  espalier gate calibrate --harness espalier/my-run/gate-2 --detect 3 --json
`,
    )
    .action(async (flags: CalibrateFlags) => {
      await runCalibrate(flags, context);
    });
}

async function runCalibrate(flags: CalibrateFlags, context: CliContext): Promise<void> {
  const budget = {
    ...(flags.budgetUsd === undefined ? {} : { usd: flags.budgetUsd }),
    ...(flags.budgetCalls === undefined ? {} : { calls: flags.budgetCalls }),
  };
  const counted = countOf(process.stderr.isTTY && flags.json !== true);
  const { gateCalibrateCommand } = await import('../compose/gate-calibrate-command.js');
  const calibration = await gateCalibrateCommand({
    workspace: workspaceOf(flags),
    ...(flags.harness === undefined ? {} : { harness: flags.harness }),
    repeats: flags.repeats,
    options: {
      gate: flags.gate,
      gateRepeats: flags.gateRepeats,
      gateLevel: flags.gateLevel,
      gateRotate: flags.gateRotate === true ? 'auto' : flags.gateRotate,
      seed: flags.seed,
    },
    deltas: flags.deltas,
    detect: flags.detect,
    simulations: flags.runs,
    model: modelOf(flags),
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
    ...(flags.concurrency === undefined ? {} : { concurrency: flags.concurrency }),
    signal: context.signal,
    onProgress: counted,
  });
  if (flags.json === true) printJson(calibration);
  else printData(calibrationText(calibration));
}
