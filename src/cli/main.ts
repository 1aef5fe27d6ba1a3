#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addEval } from './eval.js';
import { type CliContext, exitWith } from './context.js';
import { addDoctor } from './doctor.js';
import { addGate } from './gate.js';
import { addGrow } from './grow.js';
import { addEstimate } from './estimate.js';
import { addInit } from './init.js';
import { addDiff, addGates, addTraces } from './inspect.js';
import { interruptSignal } from './interrupt.js';
import { addReplay } from './replay.js';
import { reportError } from './report-error.js';
import { addRun } from './run.js';
import { drained, endQuietlyWithReader } from './terminal.js';

endQuietlyWithReader();
await main({ signal: interruptSignal(), args: process.argv.slice(2) });
await drained();
// A tool or an evaluator of the user's that hangs must not hold a command that is done.
process.exit();

async function main(context: CliContext): Promise<void> {
  const { args } = context;
  const program = new Command('espalier')
    .description(
      'Grow an agent’s harness as code: failures in, reviewed diffs out, promoted only past a held-out gate.',
    )
    .version(packageVersion())
    .showHelpAfterError('(--help shows the options)')
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  espalier init                         a workspace that runs at once
  espalier grow                         grow a harness as espalier.config.ts says
  espalier gates show 1                 why the first gate decided as it did
  espalier run harnesses/corpus -f -    run the grown harness on tasks from standard input

espalier <command> --help shows a command’s options and examples.`,
    );
  addInit(program);
  addEstimate(program, context);
  addGrow(program, context);
  addRun(program, context);
  addEval(program, context);
  addDiff(program);
  addGate(program, context);
  addGates(program);
  addTraces(program);
  addReplay(program, context);
  addDoctor(program);
  for (const command of allCommands(program)) command.exitOverride();
  if (args.length === 0) {
    program.outputHelp();
    return;
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    exitWith(reportError(error, context, asksJson(args)));
  }
}

/** Read from the words themselves: an error may come before they are parsed. */
function asksJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).includes('--json');
}

function allCommands(command: Command): readonly Command[] {
  return command.commands.flatMap((inner) => [inner, ...allCommands(inner)]);
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version; // our own package.json
}
