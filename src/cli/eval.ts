import path from 'node:path';
import { type Command, Option } from 'commander';
import type { SplitName } from '../task/case.js';
import { armNotes, armTable } from '../report/grow-text.js';
import {
  addModelOptions,
  addSaveReplies,
  addWorkspaceOptions,
  modelOf,
  workspaceOf,
  type ModelFlags,
  type WorkspaceFlags,
} from './common-options.js';
import type { CliContext } from './context.js';
import { positiveNumber, wholeNumber } from './parse-option.js';
import { columnsOf, printData, printJson, printProse } from './terminal.js';

interface EvalFlags extends WorkspaceFlags, ModelFlags {
  readonly on: SplitName;
  readonly seed: number;
  readonly concurrency?: number;
  readonly budgetUsd?: number;
  readonly budgetCalls?: number;
  readonly saveReplies?: string;
  readonly cases?: boolean;
  readonly json?: boolean;
}

/** `espalier eval`. */
export function addEval(program: Command, context: CliContext): void {
  const command = program
    .command('eval')
    .summary('measure a harness on a split, with an interval')
    .description(
      'Measures a harness once on one split. The interval is a bootstrap over tasks (10,000 resamples, seed 42).',
    )
    .argument('<harness>', 'folder with main.ts, or a git revision such as espalier/<run>/gate-2')
    .addOption(new Option('--on <split>', 'which tasks').choices(['train', 'gate', 'test']).default('gate'));
  addSaveReplies(addModelOptions(addWorkspaceOptions(command)))
    .addOption(new Option('--concurrency <n>', 'runs at the same time').argParser(wholeNumber(1)))
    .addOption(new Option('--seed <n>', 'seed of clock, randomness and sampling').argParser(wholeNumber(0)).default(1))
    .addOption(new Option('--budget-usd <usd>', 'most US dollars').argParser(positiveNumber))
    .addOption(new Option('--budget-calls <n>', 'most model calls').argParser(wholeNumber(1)))
    .option('--cases', 'with --json: success by case too')
    .option('--json', 'one object: the arm')
    .addHelpText(
      'after',
      `
Examples:
  espalier eval harnesses/corpus --on test
  espalier eval harnesses/mine -m openai:gpt-5-mini --save-replies replies.json
  espalier eval harnesses/mine -m recorded:replies.json      the same again, without key and network
`,
    )
    .action(async (harness: string, flags: EvalFlags) => {
      const budget = {
        ...(flags.budgetUsd === undefined ? {} : { usd: flags.budgetUsd }),
        ...(flags.budgetCalls === undefined ? {} : { calls: flags.budgetCalls }),
      };
      const live = process.stderr.isTTY && flags.json !== true;
      const { evalCommand } = await import('../compose/eval-command.js');
      const { arm, cases } = await evalCommand({
        workspace: workspaceOf(flags),
        harness,
        split: flags.on,
        model: modelOf(flags),
        ...(Object.keys(budget).length === 0 ? {} : { budget }),
        ...(flags.concurrency === undefined ? {} : { concurrency: flags.concurrency }),
        ...(flags.saveReplies === undefined ? {} : { saveReplies: path.resolve(flags.saveReplies) }),
        seed: flags.seed,
        signal: context.signal,
        onProgress: (done, of) => {
          if (live) process.stderr.write(done === of ? '\r\u001B[K' : `\r\u001B[K  … ${String(done)}/${String(of)}`);
        },
      });
      if (flags.json === true) printJson(flags.cases === true ? { ...arm, cases } : arm);
      else {
        printData(armTable([[flags.on, arm]], 'split', columnsOf(process.stdout)));
        for (const note of armNotes([['The harness', arm]])) printProse(note);
      }
    });
}
