import path from 'node:path';
import { type Command, Option } from 'commander';
import { LOOP_DEFAULTS } from '../compose/settings.js';
import type { GrowRequest } from '../compose/grow-request.js';
import type { GrowRunsRequest } from '../compose/grow-runs-command.js';
import { growText, runLine } from '../report/grow-text.js';
import { Progress } from '../report/progress.js';
import { runsText } from '../report/runs-text.js';
import {
  addModelOptions,
  addSandboxOption,
  addWorkspaceOptions,
  modelOf,
  sandboxOf,
  workspaceOf,
  type ModelFlags,
  type SandboxFlags,
  type WorkspaceFlags,
} from './common-options.js';
import { type CliContext, exitWith } from './context.js';
import { resumeLine } from './resume-line.js';
import { acceptRule, nonNegativeNumber, numberFrom, openShare, positiveNumber, wholeNumber } from './parse-option.js';
import { colorsFor, columnsOf, printData, printJson, printProse } from './terminal.js';

interface GrowFlags extends WorkspaceFlags, ModelFlags, SandboxFlags {
  readonly run?: string;
  readonly resume?: boolean | string;
  readonly runs?: number;
  readonly name?: string;
  readonly seedHarness?: string;
  readonly baseline?: readonly string[];
  readonly optimizer?: string;
  readonly optimizerPrice?: number;
  readonly record?: string;
  readonly recordModel?: string;
  readonly concurrency?: number;
  readonly budgetUsd?: number;
  readonly budgetCalls?: number;
  readonly budgetMinutes?: number;
  readonly json?: boolean;
  readonly [option: string]: unknown;
}

const LOOP = [
  'window',
  'maxAttempts',
  'editBudget',
  'gateEvery',
  'gate',
  'gateRepeats',
  'gateLevel',
  'gateRotate',
  'gateCoverage',
  'guidance',
  'accept',
  'recheck',
  'maxSteps',
  'maxRuns',
  'maxRollbacks',
  'rejectionMemory',
  'repairAttempts',
  'seed',
] as const;

/** The option's description with its default; the config comes between the two. */
const or = (what: string, name: keyof typeof LOOP_DEFAULTS): string =>
  `${what} (default: ${String(LOOP_DEFAULTS[name])})`;

/** `espalier grow`. */
export function addGrow(program: Command, context: CliContext): void {
  const command = program
    .command('grow')
    .summary('grow a harness over a task stream')
    .description(
      'Grows a harness as code: runs tasks, windows failures, lets an optimizer edit what they touched, reruns, gates, rolls back.',
    );
  addSandboxOption(addModelOptions(addWorkspaceOptions(command)));
  command
    .option(
      '-o, --optimizer <name>',
      'operators, random, command:<program and arguments>, openai:<model> or recorded:<folder>',
    )
    .addOption(new Option('--optimizer-price <usd>', 'what one call of a command costs').argParser(nonNegativeNumber))
    .option('--run <name>', 'name of the run and its git branch')
    .option('--resume [run]', 'go on with a run that was stopped (default: the last one)')
    .addOption(
      new Option('--runs <n>', 'independent runs, one after the other, with run seeds from --seed on').argParser(
        wholeNumber(1),
      ),
    )
    .option('--name <name>', 'write the harness to harnesses/<name>')
    .option('--seed-harness <folder>', 'the strategy-free start (default: the config’s)')
    .option('--baseline <folders...>', 'fixed harnesses to measure beside it (default: the config’s)')
    .option('--record <folder>', 'keep the optimizer’s replies as a recording')
    .option('--record-model <name>', 'what wrote them', 'unknown')
    .addOption(new Option('--concurrency <n>', 'runs at the same time').argParser(wholeNumber(1)))
    .addOption(new Option('--seed <n>', or('seed of the run', 'seed')).argParser(wholeNumber(0)));
  command
    .optionsGroup('The loop (the config’s `grow` comes before these defaults):')
    .addOption(new Option('--window <K>', or('failures in the window', 'window')).argParser(wholeNumber(1)))
    .addOption(
      new Option('--max-attempts <n>', or('failures after which a task retires', 'maxAttempts')).argParser(
        wholeNumber(1),
      ),
    )
    .addOption(
      new Option('--edit-budget <L>', or('functions one edit set may change', 'editBudget')).argParser(wholeNumber(1)),
    )
    .addOption(
      new Option('--gate-every <n>', or('accepted edit sets between gates', 'gateEvery')).argParser(wholeNumber(1)),
    )
    .addOption(new Option('--gate <rule>', or('how a gate decides', 'gate')).choices(['paper', 'paired', 'off']))
    .addOption(
      new Option(
        '--gate-repeats <x>',
        or('most mean task runs an arm and gate, as a multiple of its tasks', 'gateRepeats'),
      ).argParser(numberFrom(1)),
    )
    .addOption(
      new Option(
        '--gate-level <p>',
        or('most chance that any gate of the run rolls back an unchanged harness', 'gateLevel'),
      ).argParser(openShare),
    )
    .addOption(
      new Option(
        '--gate-rotate [n]',
        or('a fresh part of n gate tasks each time (without n: 50, or half of the set)', 'gateRotate'),
      ).argParser(wholeNumber(1)),
    )
    .addOption(
      new Option('--gate-coverage <share>', or('least share of gate tasks with a result', 'gateCoverage')).argParser(
        positiveNumber,
      ),
    )
    .addOption(
      new Option('--guidance <switch>', or('show traces and limit edits to what they touched', 'guidance')).choices([
        'on',
        'off',
      ]),
    )
    .addOption(
      new Option('--accept <rule>', or('window tasks to solve: any, all or a share', 'accept')).argParser(acceptRule),
    )
    .addOption(
      new Option('--recheck <n>', or('solved tasks to rerun with each candidate', 'recheck')).argParser(wholeNumber(0)),
    )
    .addOption(new Option('--max-steps <n>', or('proposal steps', 'maxSteps')).argParser(wholeNumber(0)))
    .addOption(
      new Option('--max-runs <n>', or('task runs after which there are no more steps', 'maxRuns')).argParser(
        wholeNumber(1),
      ),
    )
    .addOption(
      new Option(
        '--max-rollbacks <n>',
        or('rollbacks in a row before the window is set aside', 'maxRollbacks'),
      ).argParser(wholeNumber(1)),
    )
    .addOption(
      new Option('--rejection-memory <switch>', or('tell the optimizer what was rejected', 'rejectionMemory')).choices([
        'on',
        'off',
      ]),
    )
    .addOption(
      new Option('--repair-attempts <n>', or('refusals that go back within a step', 'repairAttempts')).argParser(
        wholeNumber(0),
      ),
    );
  command
    .optionsGroup('Budget, over everything:')
    .addOption(new Option('--budget-usd <usd>', 'most US dollars').argParser(positiveNumber))
    .addOption(new Option('--budget-calls <n>', 'most model and optimizer calls').argParser(wholeNumber(1)))
    .addOption(new Option('--budget-minutes <n>', 'most minutes, over all sittings').argParser(positiveNumber))
    .optionsGroup('Output:')
    .option('--json', 'end with one JSON object on stdout')
    .addHelpText(
      'after',
      `
Examples:
  espalier grow                                           as the config says
  espalier grow -o "command:node ./ask-my-agent.mjs"      any program: prompt on stdin, edit set on stdout
  espalier grow -m openai:gpt-5-mini --budget-usd 5       never spends more
  espalier grow --runs 3 --run exp                        exp-1 to exp-3: each one's test, their mean, its interval
  espalier grow --gate-repeats 8 --gate-rotate 60         more runs for a close verdict, on fresh tasks each time
  espalier grow --resume                                  after Ctrl-C, a kill or a used-up budget

Exit codes: 0 complete, 2 bad input or a broken world, 3 a bug, 4 stopped at a budget (resumable), 130 Ctrl-C (resumable).`,
    )
    .action(async (flags: GrowFlags) => {
      await run(flags, context);
    });
}

async function run(flags: GrowFlags, context: CliContext): Promise<void> {
  const colors = colorsFor(process.stderr);
  const progress = new Progress(
    {
      write: (text) => process.stderr.write(text),
      live: process.stderr.isTTY && flags.json !== true,
      // Asked for each time: a window changes its size.
      get columns() {
        return columnsOf(process.stderr);
      },
    },
    colors,
  );
  context.signal.addEventListener('abort', () => {
    progress.clear();
  });
  const budget = {
    ...(flags.budgetUsd === undefined ? {} : { usd: flags.budgetUsd }),
    ...(flags.budgetCalls === undefined ? {} : { calls: flags.budgetCalls }),
    ...(flags.budgetMinutes === undefined ? {} : { minutes: flags.budgetMinutes }),
  };
  const resumed = typeof flags.resume === 'string' ? flags.resume : flags.run;
  const request: GrowRequest = {
    workspace: workspaceOf(flags),
    ...(resumed === undefined ? {} : { run: resumed }),
    resume: flags.resume !== undefined,
    ...(flags.name === undefined ? {} : { name: flags.name }),
    ...(flags.seedHarness === undefined ? {} : { seedDirectory: path.resolve(flags.seedHarness) }),
    ...(flags.baseline === undefined
      ? {}
      : { baselineDirectories: flags.baseline.map((folder) => path.resolve(folder)) }),
    model: modelOf(flags),
    ...sandboxOf(flags),
    optimizer: {
      ...(flags.optimizer === undefined ? {} : { name: flags.optimizer }),
      ...(flags.optimizerPrice === undefined ? {} : { priceUsdPerCall: flags.optimizerPrice }),
    },
    options: Object.fromEntries(LOOP.map((name) => [name, optionOf(name, flags[name])])),
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
    ...(flags.concurrency === undefined ? {} : { concurrency: flags.concurrency }),
    ...(flags.record === undefined
      ? {}
      : { record: { directory: path.resolve(flags.record), model: flags.recordModel ?? 'unknown' } }),

    signal: context.signal,
    onRun: (begun) => {
      context.run = begun.id;
      progress.begin(runLine(begun));
    },
    onEvent: (event) => {
      progress.on(event);
    },
  };
  if (flags.runs !== undefined && flags.runs > 1) {
    await growRuns({ ...request, runs: flags.runs }, flags, context, progress);
    return;
  }
  const { growCommand } = await import('../compose/grow-command.js');
  const report = await growCommand(request).finally(() => {
    progress.end();
  });
  const { end, result } = report;
  if (end.kind === 'done') delete context.run;
  if (flags.json === true) printJson(result);
  else {
    if (process.stderr.isTTY) printProse('');
    printData(growText(result, colorsFor(process.stdout), columnsOf(process.stdout)));
  }
  if (end.kind === 'budget') {
    printProse(
      `Stopped: ${end.error.message}\nEverything up to the last transition is kept; go on with a larger budget: ${resumeLine(context.args, result.run)}`,
    );
    exitWith(4);
  }
}

async function growRuns(
  request: GrowRunsRequest,
  flags: GrowFlags,
  context: CliContext,
  progress: Progress,
): Promise<void> {
  const { growRunsCommand } = await import('../compose/grow-runs-command.js');
  const { grown, reports, complete } = await growRunsCommand(request).finally(() => {
    progress.end();
  });
  if (complete) delete context.run;
  if (flags.json === true) printJson(grown);
  else if (grown.runs.length > 0) {
    if (process.stderr.isTTY) printProse('');
    printData(runsText(grown, colorsFor(process.stdout)));
  }
  const last = reports.at(-1);
  if (last?.end.kind !== 'budget') return;
  printProse(
    `Stopped: ${last.end.error.message}\nEverything up to the last transition is kept; go on with a larger budget: ${resumeLine(context.args, last.result.run)}`,
  );
  exitWith(4);
}

/** Commander gives `true` for `--gate-rotate` without its number. */
const optionOf = (name: string, value: unknown): unknown => (name === 'gateRotate' && value === true ? 'auto' : value);
