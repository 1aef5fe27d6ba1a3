import path from 'node:path';
import { type Command, Option } from 'commander';
import { InputError } from '../task/error.js';
import type { TaskLine } from '../compose/run-command.js';
import { costOrNull } from '../report/grow-result.js';
import { endOutcome, endText, traceText } from '../report/trace-text.js';
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
import { type CliContext, exitWith } from './context.js';
import { positiveNumber, wholeNumber } from './parse-option.js';
import { colorsFor, columnsOf, printData, printJson, printProse } from './terminal.js';

interface RunFlags extends WorkspaceFlags, ModelFlags, SandboxFlags {
  readonly task?: string;
  readonly file?: string;
  readonly trace?: boolean;
  readonly seed: number;
  readonly budgetUsd?: number;
  readonly budgetCalls?: number;
  readonly saveReplies?: string;
  readonly json?: boolean;
}

/** `espalier run`. */
export function addRun(program: Command, context: CliContext): void {
  const command = program
    .command('run')
    .summary('run a harness on a task, a file or standard input')
    .description('Runs a harness on tasks. Needs no store.')
    .argument('<harness>', 'folder with main.ts, or a git revision such as espalier/<run>/gate-2')
    .option('-t, --task <json>', 'one task, as JSON')
    .option('-f, --file <file>', 'JSONL: a task, or a case with `task`, a line; - is standard input');
  addSandboxOption(addSaveReplies(addModelOptions(addWorkspaceOptions(command))))
    .option('--trace', 'print the trace of each run as a tree, on stderr')
    .addOption(new Option('--seed <n>', 'seed of clock, randomness and sampling').argParser(wholeNumber(0)).default(1))
    .addOption(new Option('--budget-usd <usd>', 'most US dollars').argParser(positiveNumber))
    .addOption(new Option('--budget-calls <n>', 'most model calls').argParser(wholeNumber(1)))
    .option('--json', 'one object a task: { where, task, answer, end, outcome, usage, isolation }')
    .addHelpText(
      'after',
      `
Examples:
  espalier run harnesses/corpus --task '{"question":"Who founded the guild that built Velmar Bridge?"}' --trace
  espalier run harnesses/corpus --file tasks/new.jsonl --json > answers.jsonl
  cat tasks.jsonl | espalier run espalier/my-run --file - --model openai:gpt-5-mini

Exit codes: 0 every task has an answer, 1 some have none, 2 bad input or a broken world, 4 budget used up.`,
    )
    .action(async (harness: string, flags: RunFlags) => {
      await run(harness, flags, context);
    });
}

async function run(harness: string, flags: RunFlags, context: CliContext): Promise<void> {
  if ((flags.task === undefined) === (flags.file === undefined))
    throw new InputError('Expected either --task <json> or --file <file>.');
  const { readTasks, runCommand, taskOf } = await import('../compose/run-command.js');
  const tasks =
    flags.task === undefined
      ? readTasks(flags.file ?? '-', process.cwd(), context.signal)
      : one(taskOf(flags.task, '--task'));
  const budget = {
    ...(flags.budgetUsd === undefined ? {} : { usd: flags.budgetUsd }),
    ...(flags.budgetCalls === undefined ? {} : { calls: flags.budgetCalls }),
  };
  await runCommand({
    workspace: workspaceOf(flags),
    harness,
    tasks,
    model: modelOf(flags),
    ...sandboxOf(flags),
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
    ...(flags.saveReplies === undefined ? {} : { saveReplies: path.resolve(flags.saveReplies) }),
    seed: flags.seed,
    signal: context.signal,
    onRun: (line, trace, { priced, isolation }) => {
      if (flags.trace === true) {
        const tree = traceText(trace, colorsFor(process.stderr), columnsOf(process.stderr));
        printProse(`${tree} · isolation ${isolation}`);
      }
      const answer = trace.answer ?? null;
      if (flags.json === true) {
        const cost = costOrNull(trace.usage.costUsd, trace.usage.modelCalls, priced);
        const usage = { ...trace.usage, costUsd: cost };
        printJson({
          where: line.where,
          task: line.task,
          answer,
          end: trace.end,
          outcome: endOutcome(trace.end),
          usage,
          isolation,
        });
      } else if (trace.answer === undefined) printProse(`${line.where}: no answer: ${endText(trace)}`);
      else printData(JSON.stringify(answer));
      if (trace.answer === undefined) exitWith(1);
    },
  });
}

async function* one(line: TaskLine): AsyncGenerator<TaskLine> {
  yield await Promise.resolve(line);
}
