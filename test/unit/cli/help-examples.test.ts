import { type Command, CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { buildProgram, commandsBelow } from '../../../src/cli/program.js';

/** The command line as it is, but for what its commands do: each tells its name instead. Nothing is printed. */
function reader(acted: string[]): { readonly program: Command; readonly commands: readonly Command[] } {
  const program = buildProgram({ signal: new AbortController().signal, args: [] });
  const commands = [program, ...commandsBelow(program)];
  for (const command of commands) {
    command.configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
    if (command !== program) command.action(() => void acted.push(nameOf(command)));
  }
  return { program, commands };
}

const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;

/** Help as it is printed, what is added after it among it. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => void (text += part), getOutHelpWidth: () => 200 });
  command.outputHelp();
  return text;
}

/** The commands under `Examples:` or `Example:`, without what explains them or comes before or after them in a pipe. */
const examplesOf = (help: string): readonly string[] =>
  (/\nExamples?:\n((?: {2}.*\n?)+)/.exec(help)?.[1] ?? '').split('\n').flatMap((line) => {
    const found = /(?:^ {2}|[|] |&& )((?:npx )?espalier .*)$/.exec(line)?.[1];
    return found === undefined ? [] : [found.replace(/ {2,}.*| [>|] .*/, '')];
  });

/** Words as a shell reads them: quotes of both kinds, no expansion. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, plain]) => single ?? double ?? plain ?? '');

/** What the words lead to: the command that would act, or why they cannot be read. */
async function readAs(example: string): Promise<string> {
  const acted: string[] = [];
  const { program } = reader(acted);
  try {
    await program.parseAsync(wordsOf(example.replace(/^npx /, '')).slice(1), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.message;
    throw error;
  }
  return acted.join(' and ') || 'nothing';
}

const { commands } = reader([]);
const examples = commands.map((command) => ({ name: nameOf(command), examples: examplesOf(helpOf(command)) }));

test('every command has examples', () => {
  expect(examples.length).toBeGreaterThan(15);
  expect(examples.filter((command) => command.examples.length === 0).map(({ name }) => name)).toEqual([]);
});

test.for(examples)('the examples of $name are read as they stand', async ({ name, examples: lines }) => {
  for (const line of lines)
    expect(await readAs(line), line).toMatch(name === 'espalier' ? /^espalier / : nameStart(name));
});

/** An example of a group is one of its commands; of a command, itself. */
const nameStart = (name: string): RegExp => new RegExp(`^${name}(?: |$)`);

test.each([
  ['espalier grow --no-such-option', "error: unknown option '--no-such-option'"],
  ['espalier nothing', "error: unknown command 'nothing'"],
  ['espalier grow --max-steps some', 'Expected a whole number of at least 0'],
  ['espalier grow --gate always', 'Allowed choices are paper, paired, off'],
])('a wrong example would be seen: %s', async (line, message) => {
  expect(await readAs(line)).toContain(message);
});
