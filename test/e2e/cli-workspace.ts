import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/** The checkout, and the built command line in it. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url));
/** The package under test: this checkout, or a copy of it that is built elsewhere. */
export const packageRoot: string = process.env['ESPALIER_PACKAGE'] ?? root;
const main = path.join(packageRoot, 'dist', 'cli', 'main.js');

// The type of a process hangs on its options, so it is left to be inferred.
const startCli = (directory: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
  execa(process.execPath, [main, ...args], {
    cwd: directory,
    env: { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined, FORCE_COLOR: undefined, ...env },
    reject: false,
  });

/** A running `espalier`. */
export type StartedCli = ReturnType<typeof startCli>;

/** A workspace of a user, in a folder of its own. */
export interface TestWorkspace {
  readonly directory: string;
  write(file: string, text: string): Promise<void>;
  /** Starts `espalier`; never rejects. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>): StartedCli;
  cli(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Awaited<StartedCli>>;
  git(...args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Says words in upper case: a seed that knows nothing, a tool that knows all. */
export const CONFIG = `import { BackendFault, defineConfig, defineFamily } from 'espalier';
import { z } from 'zod';

const family = defineFamily({
  name: 'spell',
  task: z.object({ word: z.string() }),
  answer: z.string(),
  tools: { shout: { description: 'Upper case.', input: z.object({ word: z.string() }), output: z.string() } },
  scores: ['exact'],
  open: () => ({ tools: { shout: ({ word }) => word.toUpperCase() } }),
  evaluate: ({ expected }, answer) => ({ scores: { exact: answer === expected ? 1 : 0 }, feedback: 'Say it louder.' }),
});

export default defineConfig({
  family,
  tasks: { train: 'tasks/train.jsonl', gate: 'tasks/gate.jsonl', test: 'tasks/test.jsonl' },
  optimizer: 'recorded:recording',
  grow: { window: 3, gateEvery: 1, maxSteps: 4 },
  concurrency: 2,
});
`;

const harness = (body: string): string => `import type { Answer, Runtime, Task } from 'espalier/runtime';

/** Says \`task.word\` as the evaluator wants it. */
export async function main(task: Task, rt: Runtime): Promise<Answer> {
${body}
}
`;

export const SEED: string = harness("  return '';");

const mainOf = (body: string): string => harness(body).slice(harness(body).indexOf('/**'));

const edit = (rationale: string, body: string): string =>
  JSON.stringify({ version: 1, rationale, edits: [{ op: 'replace', function: 'main.ts#main', code: mainOf(body) }] });

/** One reply that helps, one that solves a window task and breaks the others. */
export const REPLIES: readonly string[] = [
  edit(
    'Ask the tool for short words.',
    "  if (task.word.length > 3) return '';\n  return rt.tools.shout({ word: task.word });",
  ),
  edit(
    'Ask the tool for long words only.',
    "  if (task.word.length < 4) return '';\n  return rt.tools.shout({ word: task.word });",
  ),
  edit('Ask the tool for every word.', '  return rt.tools.shout({ word: task.word });'),
];

const SHORT = ['ant', 'bee', 'cat', 'dog', 'elk', 'fox', 'gnu', 'hen', 'ibis'.slice(0, 3), 'jay', 'kea', 'owl'];
const LONG = ['lion', 'mole', 'newt', 'puma'];

const taskLines = (prefix: string, words: readonly string[]): string =>
  words
    .map(
      (word, index) =>
        `${JSON.stringify({ id: `${prefix}-${String(index)}`, task: { word }, expected: word.toUpperCase() })}\n`,
    )
    .join('');

/** Makes a workspace that grows from a recording; `files` replace or add to what it has, `undefined` leaves one out. */
export async function testWorkspace(
  files: Readonly<Record<string, string | undefined>> = {},
  git = true,
): Promise<TestWorkspace> {
  const directory = await mkdtemp(path.join(tmpdir(), 'espalier-cli-'));
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(path.dirname(path.join(directory, file)), { recursive: true });
    await writeFile(path.join(directory, file), text);
  };
  const all: Readonly<Record<string, string | undefined>> = {
    'espalier.config.ts': CONFIG,
    'tasks/train.jsonl': taskLines('train', ['ant', 'lion', 'bee', 'cat', 'mole', 'dog', 'newt', 'elk']),
    'tasks/gate.jsonl': taskLines('gate', [...SHORT, ...LONG]),
    'tasks/test.jsonl': taskLines('test', ['yak', 'toad', 'rat', 'seal']),
    'seeds/spell/main.ts': SEED,
    'recording/recording.json': JSON.stringify({
      format: 1,
      model: 'by hand',
      date: '2026-01-01',
      replies: REPLIES.map((_, index) => ({
        ordinal: index + 1,
        file: `${String(index + 1)}.txt`,
        promptHash: '0'.repeat(64),
      })),
    }),
    ...Object.fromEntries(REPLIES.map((reply, index) => [`recording/${String(index + 1)}.txt`, reply])),
    '.gitignore': 'node_modules\ntraces\n',
    ...files,
  };
  for (const [file, text] of Object.entries(all)) if (text !== undefined) await write(file, text);
  await mkdir(path.join(directory, 'node_modules'));
  await symlink(path.join(root, 'node_modules', 'zod'), path.join(directory, 'node_modules', 'zod'));
  const runGit = async (...args: readonly string[]): Promise<string> => {
    const result = await execa('git', ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', ...args], {
      cwd: directory,
    });
    return result.stdout;
  };
  if (git) {
    await runGit('init', '--quiet', '--initial-branch=main');
    await runGit('add', '.');
    await runGit('commit', '--quiet', '--message', 'A workspace');
  }
  const start: TestWorkspace['start'] = (args, env = {}) => startCli(directory, args, env);
  return {
    directory,
    write,
    start,
    cli: async (args, env) => start(args, env),
    git: runGit,
    remove: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }),
  };
}
