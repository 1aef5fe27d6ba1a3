#!/usr/bin/env node
import { type CliContext, exitWith } from './context.js';
import { interruptSignal } from './interrupt.js';
import { buildProgram } from './program.js';
import { reportError } from './report-error.js';
import { drained, endQuietlyWithReader } from './terminal.js';

endQuietlyWithReader();
await main({ signal: interruptSignal(), args: process.argv.slice(2) });
await drained();
// A tool or an evaluator of the user's that hangs must not hold a command that is done.
process.exit();

async function main(context: CliContext): Promise<void> {
  const { args } = context;
  const program = buildProgram(context);
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
