import path from 'node:path';
import { type Command, Option } from 'commander';
import type { SplitName } from '../task/case.js';
import { armNotes, armTable, evaluationsText } from '../report/grow-text.js';
import {
  addModelOptions,
  addSandboxOption,
  addSaveReplies,
  addWorkspaceOptions,
  modelOf,
  sandboxOf,
  workspaceOf,
  type ModelFlags,
  type SandboxFlags,
  type WorkspaceFlags,
} from './common-options.js';
import type { CliContext } from './context.js';
import { positiveNumber, wholeNumber } from './parse-option.js';
import { columnsOf, printData, printJson, printProse } from './terminal.js';

interface EvalFlags extends WorkspaceFlags, ModelFlags, SandboxFlags {
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
  addSandboxOption(addSaveReplies(addModelOptions(addWorkspaceOptions(command))))
    .addOption(new Option('--concurrency <n>', 'runs at the same time').argParser(wholeNumber(1)))
    .addOption(new Option('--seed <n>', 'seed of clock, randomness and sampling').argParser(wholeNumber(0)).default(1))
    .addOption(new Option('--budget-usd <usd>', 'most US dollars').argParser(positiveNumber))
    .addOption(new Option('--budget-calls <n>', 'most model calls').argParser(wholeNumber(1)))
    .option('--cases', 'with --json: success by case too')
    .option('--json', 'one object: the arm; with --on test also how often that split was evaluated')
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
      const { arm, isolation, cases, testEvaluations } = await evalCommand({
        workspace: workspaceOf(flags),
        harness,
        split: flags.on,
        model: modelOf(flags),
        ...sandboxOf(flags),
        ...(Object.keys(budget).length === 0 ? {} : { budget }),
        ...(flags.concurrency === undefined ? {} : { concurrency: flags.concurrency }),
        ...(flags.saveReplies === undefined ? {} : { saveReplies: path.resolve(flags.saveReplies) }),
        seed: flags.seed,
        signal: context.signal,
        onProgress: (done, of) => {
          if (live) process.stderr.write(done === of ? '\r\u001B[K' : `\r\u001B[K  … ${String(done)}/${String(of)}`);
        },
      });
      const counted = testEvaluations === null ? {} : { testEvaluations };
      if (flags.json === true) printJson({ ...arm, isolation, ...counted, ...(flags.cases === true ? { cases } : {}) });
      else {
        const marked = testEvaluations === null ? '' : `\n\n${evaluationsText(testEvaluations)}, by this harness.`;
        printData(
          `${armTable([[flags.on, arm]], 'split', columnsOf(process.stdout))}${marked}\n\nisolation ${isolation}`,
        );
        for (const note of armNotes([['The harness', arm]])) printProse(note);
      }
    });
}
