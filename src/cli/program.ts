import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addEval } from './eval.js';
import type { CliContext } from './context.js';
import { addDoctor } from './doctor.js';
import { addGate } from './gate.js';
import { addGrow } from './grow.js';
import { addEstimate } from './estimate.js';
import { addInit } from './init.js';
import { addDiff, addGates, addTraces } from './inspect.js';
import { addReplay } from './replay.js';
import { addRun } from './run.js';

/** The whole command line. Each command, and what it reads, is loaded when it acts; a wrong word throws commander's error. */
export function buildProgram(context: CliContext): Command {
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
  for (const command of commandsBelow(program)) command.exitOverride();
  return program;
}

/** Every command below this one. */
export function commandsBelow(command: Command): readonly Command[] {
  return command.commands.flatMap((inner) => [inner, ...commandsBelow(inner)]);
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version; // our own package.json
}
