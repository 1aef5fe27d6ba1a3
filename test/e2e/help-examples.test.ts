import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from './cli-workspace.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'espalier-help-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** In an empty folder of its own: after `init` the next example would really grow. */
const espalier = async (...args: readonly string[]) =>
  execa(process.execPath, [path.join(packageRoot, 'dist', 'cli', 'main.js'), ...args], {
    cwd: await mkdtemp(path.join(folder, 'empty-')),
    env: { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined },
    input: '',
    reject: false,
  });

/** Every command, found from what `--help` lists. */
async function helps(words: readonly string[] = []): Promise<readonly { words: readonly string[]; help: string }[]> {
  const { stdout } = await espalier(...words, '--help');
  const listed = /\nCommands:\n([\s\S]*?)(?:\n\n|$)/.exec(stdout)?.[1] ?? '';
  const inner = [...listed.matchAll(/^ {2}([a-z]+)/gm)].flatMap(([, name]) => (name ? [name] : []));
  const found = await Promise.all(inner.filter((name) => name !== 'help').map((name) => helps([...words, name])));
  return [{ words, help: stdout }, ...found.flat()];
}

/** The commands under `Examples:`, without what explains them or comes before or after them in a pipe. */
const examplesOf = (help: string): readonly string[] =>
  [...help.matchAll(/^ {2}(?:.* \| )?(espalier .*)$/gm)].flatMap(([, line]) =>
    line === undefined || line.includes('<command>') ? [] : [line.replace(/ {2,}.*| > .*/, '')],
  );

/** Words as a shell reads them: quotes of both kinds, no expansion. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, plain]) => single ?? double ?? plain ?? '');

// Not yet seen to end on a busy machine: it starts some forty processes.
test.skip('every command has examples, and each is read as it stands', { timeout: 240_000 }, async () => {
  const commands = await helps();
  expect(commands.length).toBeGreaterThan(15);
  expect(commands.filter(({ help }) => examplesOf(help).length === 0).map(({ words }) => words.join(' '))).toEqual([]);
  const examples = new Set(commands.flatMap(({ help }) => examplesOf(help)));
  for (const example of examples) {
    // In an empty folder most end with an error of theirs; none may end with one of their words.
    // Small simulations: only their words are tried here.
    const few = example.includes('gate simulate') ? ['--tasks', '10', '--runs', '100'] : [];
    const { stdout, exitCode } = await espalier(...wordsOf(example).slice(1), ...few, '--json');
    const said = stdout.trimEnd().split('\n').at(-1) ?? '';
    const code = exitCode === 2 && said.startsWith('{"error"') ? JSON.parse(said).error.code : 'none';
    expect({ example, code }).not.toMatchObject({ code: 'USAGE' });
    expect(exitCode, example).not.toBe(3);
  }
});
