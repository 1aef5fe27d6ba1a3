import { type Command, Option } from 'commander';
import { estimateText } from '../report/estimate-text.js';
import {
  addModelOptions,
  addWorkspaceOptions,
  modelOf,
  workspaceOf,
  type ModelFlags,
  type WorkspaceFlags,
} from './common-options.js';
import type { CliContext } from './context.js';
import { nonNegativeNumber, wholeNumber } from './parse-option.js';
import { countOf, printData, printJson } from './terminal.js';

interface EstimateFlags extends WorkspaceFlags, ModelFlags {
  readonly tasks: number;
  readonly optimizer?: string;
  readonly optimizerPrice?: number;
  readonly maxSteps?: number;
  readonly concurrency?: number;
  readonly json?: boolean;
}

/** `espalier estimate`. */
export function addEstimate(program: Command, context: CliContext): void {
  const command = program
    .command('estimate')
    .summary('what a run of grow will cost and take')
    .description(
      'Runs a few training tasks, and works out from them, the config and its prices what grow will cost and take.',
    );
  addModelOptions(addWorkspaceOptions(command))
    .addOption(new Option('--tasks <n>', 'training tasks to run').argParser(wholeNumber(1)).default(5))
    .option('-o, --optimizer <name>', 'as for grow (default: the config’s)')
    .addOption(new Option('--optimizer-price <usd>', 'what one call of a command costs').argParser(nonNegativeNumber))
    .addOption(new Option('--max-steps <n>', 'proposal steps (default: the config’s)').argParser(wholeNumber(0)))
    .addOption(new Option('--concurrency <n>', 'runs at the same time, in grow').argParser(wholeNumber(1)))
    .option('--json', 'one object; every figure is { low, high }')
    .addHelpText(
      'after',
      `
Examples:
  espalier estimate                                     as the config says
  espalier estimate --tasks 20 -m openai:gpt-5-mini     more tasks, a narrower range
`,
    )
    .action(async (flags: EstimateFlags) => {
      const counted = countOf(process.stderr.isTTY && flags.json !== true);
      const { estimateCommand } = await import('../compose/estimate-command.js');
      const found = await estimateCommand({
        workspace: workspaceOf(flags),
        tasks: flags.tasks,
        model: modelOf(flags),
        optimizer: {
          ...(flags.optimizer === undefined ? {} : { name: flags.optimizer }),
          ...(flags.optimizerPrice === undefined ? {} : { priceUsdPerCall: flags.optimizerPrice }),
        },
        options: { maxSteps: flags.maxSteps },
        ...(flags.concurrency === undefined ? {} : { concurrency: flags.concurrency }),
        signal: context.signal,
        onProgress: counted,
      });
      if (flags.json === true) printJson(found);
      else printData(estimateText(found));
    });
}
