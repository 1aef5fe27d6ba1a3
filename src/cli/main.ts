#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { BudgetExhausted, EspalierError } from '../task/error.js';
import { addEval } from './eval.js';
import { type CliContext, exitWith } from './context.js';
import { addGrow } from './grow.js';
import { addDiff, addGates, addTraces } from './inspect.js';
import { addReplay } from './replay.js';
import { addRun } from './run.js';
import { colorsFor, printProse } from './terminal.js';

const interrupt = new AbortController();
class Interrupted extends Error {}
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    interrupt.abort(new Interrupted(`stopped by ${name}`));
  });
}

await main({ signal: interrupt.signal });

async function main(context: CliContext): Promise<void> {
  const program = new Command('espalier')
    .description('Grow an agent’s harness as code: failures in, reviewed diffs out, promoted only past a held-out gate.')
    .version(packageVersion())
    .showHelpAfterError('(--help shows the options)')
    .exitOverride();
  addGrow(program, context);
  addRun(program, context);
  addEval(program, context);
  addDiff(program);
  addGates(program);
  addTraces(program);
  addReplay(program);
  for (const command of allCommands(program)) command.exitOverride();
  try {
    await program.parseAsync();
  } catch (error) {
    report(error, context);
  }
}

function allCommands(command: Command): readonly Command[] {
  return command.commands.flatMap((inner) => [inner, ...allCommands(inner)]);
}

function report(error: unknown, context: CliContext): void {
  const colors = colorsFor(process.stderr);
  if (error instanceof CommanderError) {
    exitWith(error.exitCode === 0 ? 0 : 2);
    return;
  }
  if (context.signal.aborted) {
    printProse('Stopped. Everything up to the last transition is kept; go on with: espalier grow --resume');
    exitWith(130);
    return;
  }
  if (error instanceof BudgetExhausted) {
    printProse(error.message);
    exitWith(4);
    return;
  }
  if (error instanceof EspalierError) {
    printProse(`${colors.red('error')} ${error.message}`);
    const cause = error.cause instanceof Error ? error.cause.message : undefined;
    if (cause !== undefined && !error.message.includes(cause)) printProse(`  because: ${cause}`);
    exitWith(2);
    return;
  }
  printProse(`${colors.red('bug')} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  printProse('This is a fault of Espalier. What was journaled is kept; please report it with the lines above.');
  exitWith(3);
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version; // our own package.json
}
