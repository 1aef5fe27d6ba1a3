import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { lockStore } from '../../src/store/lock.js';
import { CONFIG, REPLIES, SEED, testWorkspace, type TestWorkspace } from './cli-workspace.js';

interface Scenario {
  readonly files?: Readonly<Record<string, string | undefined>>;
  readonly git?: boolean;
  /** In a workspace that has grown run `one`, shared by those that only look. */
  readonly grown?: true;
  readonly before?: (workspace: TestWorkspace) => Promise<unknown>;
  /** The store's folder is a disk of its own, of this size. */
  readonly tracesBytes?: number;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly exit?: 0 | 1 | 2 | 4;
}

const config = (...changes: readonly (readonly [string, string])[]): Readonly<Record<string, string>> => ({
  'espalier.config.ts': changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the config has no ${from}`);
    return text.replace(from, to);
  }, CONFIG),
});

const TOOL = '({ word }) => word.toUpperCase()';
const EVALUATE = "({ scores: { exact: answer === expected ? 1 : 0 }, feedback: 'Say it louder.' })";
const OPEN = `open: () => ({ tools: { shout: ${TOOL} } })`;
const line = (id: string, word = 'ant'): string => `${JSON.stringify({ id, task: { word }, expected: 'ANT' })}\n`;
const GROW = ['grow', '--run', 'one'] as const;
const callsTool = SEED.replace("return '';", 'return rt.tools.shout({ word: task.word });');
const asks = SEED.replace("return '';", "return rt.llm.chat([{ role: 'user', content: task.word }]);");
const RUN = ['run', 'seeds/spell', '--task', '{"word":"ant"}'] as const;

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'no config': { files: { 'espalier.config.ts': undefined }, args: GROW },
  'a config named that is not there': { args: ['grow', '--config', 'other.config.ts'] },
  'a config that does not parse': {
    files: { 'espalier.config.ts': "export const a = 1;\nexport default {\n  family: 'x'\n  tasks: 1\n" },
    args: GROW,
  },
  'a config that throws': { files: { 'espalier.config.ts': "throw new TypeError('no luck');\n" }, args: GROW },
  'a config that imports what is not installed': {
    files: { 'espalier.config.ts': "import 'not-installed';\nexport default {};\n" },
    args: GROW,
  },
  'a config without a default export': { files: { 'espalier.config.ts': 'export const a = 1;\n' }, args: GROW },
  'an unknown member': { files: config(['concurrency: 2', 'concurency: 2']), args: GROW },
  'an unknown option of grow': { files: config(['window: 3', 'windows: 3']), args: GROW },
  'an unknown limit': { files: config(['concurrency: 2', 'limits: { wallSeconds: 2 }']), args: GROW },
  'a family that is none': { files: config(['\n  family,', "\n  family: () => 'spell',"]), args: GROW },
  'a family function that throws': {
    files: config(['\n  family,', '\n  family: () => { throw new TypeError("no luck"); },']),
    args: GROW,
  },
  'tasks that are none': { files: config(["test: 'tasks/test.jsonl'", 'test: 3']), args: GROW },
  'a missing task file': { files: { 'tasks/gate.jsonl': undefined }, args: GROW },
  'an empty task file': { files: { 'tasks/gate.jsonl': '\n' }, args: GROW },
  'a broken line': { files: { 'tasks/train.jsonl': `${line('a')}{"id": "b", "task": }\n` }, args: GROW },
  'a line that is no case': {
    files: { 'tasks/train.jsonl': `${line('a')}{"id": "b", "question": "?"}\n` },
    args: GROW,
  },
  'an id twice': { files: { 'tasks/train.jsonl': line('a') + line('b') + line('a') }, args: GROW },
  'an id in two splits': { files: { 'tasks/train.jsonl': line('a') + line('test-1') }, args: GROW },
  'a task of another shape': {
    files: { 'tasks/train.jsonl': '{"id":"a","task":{"wort":"ant"},"expected":"ANT"}\n' },
    args: GROW,
  },
  'a score that the family has not': { files: config(['concurrency: 2', "success: 'speed'"]), args: GROW },
  'an evaluator that throws': { files: config([EVALUATE, '{ throw new TypeError("no luck"); }']), args: GROW },
  'an evaluator that hangs': {
    files: config(
      [EVALUATE, 'new Promise<never>(() => setInterval(() => {}, 1000))'],
      ['concurrency: 2', 'limits: { evaluateMs: 300 }'],
    ),
    args: GROW,
  },
  'an evaluator that returns 50 MB': {
    files: config(["'Say it louder.'", "'x'.repeat(50_000_000)"]),
    args: [...GROW, '--max-steps', '0'],
    exit: 0,
  },
  'an evaluator that gives NaN': { files: config(['answer === expected ? 1 : 0', 'Number.NaN']), args: GROW },
  'an evaluator that gives nothing': { files: config([EVALUATE, '{}']), args: GROW },
  'a world that breaks': {
    files: config([OPEN, 'open: () => { throw new BackendFault("the word service is down"); }']),
    args: RUN,
    exit: 1,
  },
  'a world that breaks, in grow': {
    files: config([OPEN, 'open: () => { throw new BackendFault("the word service is down"); }']),
    args: GROW,
  },
  'a world that throws': { files: config([OPEN, 'open: () => { throw new TypeError("no luck"); }']), args: GROW },
  'a world without its tool': { files: config([OPEN, 'open: () => ({ tools: {} as never })']), args: GROW },
  'a tool that throws': {
    files: { ...config([TOOL, '() => { throw new TypeError("no luck"); }']), 'seeds/spell/main.ts': callsTool },
    args: RUN,
    exit: 1,
  },
  'a tool that hangs': {
    files: {
      ...config(
        [TOOL, '() => new Promise<string>(() => setInterval(() => {}, 1000))'],
        ['concurrency: 2', 'limits: { toolMs: 200 }'],
      ),
      'seeds/spell/main.ts': callsTool,
    },
    args: RUN,
    exit: 1,
  },
  'a tool that returns 50 MB': {
    files: { ...config([TOOL, "() => 'x'.repeat(50_000_000)"]), 'seeds/spell/main.ts': callsTool },
    args: RUN,
    exit: 1,
  },
  'a tool that returns what is no JSON': {
    files: { ...config([TOOL, '() => 1n as never']), 'seeds/spell/main.ts': callsTool },
    args: RUN,
  },
  'a harness that does not compile': {
    files: { 'seeds/spell/main.ts': SEED.replace("return '';", 'return task.wort;') },
    args: GROW,
  },
  'a harness that does not parse': {
    files: { 'seeds/spell/main.ts': SEED.replace("return '';", 'return (;') },
    args: GROW,
  },
  'a harness that breaks a rule': {
    files: { 'seeds/spell/main.ts': SEED.replace("return '';", "return String(process.env['HOME']);") },
    args: RUN,
  },
  'no seed folder': { files: { 'seeds/spell/main.ts': undefined }, args: GROW },
  'no main.ts': { files: { 'seeds/spell/main.ts': undefined, 'seeds/spell/other.ts': SEED }, args: GROW },
  'no such harness': { args: ['run', 'harnesses/spell', '--task', '{"word":"ant"}'] },
  'no such revision': { args: ['eval', 'espalier/none/gate-1'] },
  'not a git repository': { git: false, args: GROW },
  'a detached HEAD': {
    before: (workspace) => workspace.git('switch', '--quiet', '--detach'),
    args: [...GROW, '--max-steps', '0'],
    exit: 0,
  },
  'a dirty work tree': {
    before: async (workspace) => {
      await workspace.write('tasks/notes.txt', 'not committed');
      await workspace.write('.gitignore', 'node_modules\ntraces\ngates\n');
    },
    args: [...GROW, '--max-steps', '0'],
    exit: 0,
  },
  'a store that a second grow holds': {
    before: async ({ directory }) => {
      await mkdir(path.join(directory, 'traces'));
      holders.push(lockStore(path.join(directory, 'traces', 'espalier.db'), 'one'));
    },
    args: ['grow', '--run', 'two'],
  },
  'a store folder that is none': {
    before: async ({ directory }) => symlink('/dev/full', path.join(directory, 'traces')),
    args: GROW,
  },
  'a disk that is full': { tracesBytes: 200_000, args: GROW },
  'a free-text question to the embedded model': {
    files: { 'seeds/spell/main.ts': asks },
    args: [...RUN, '--model', 'embedded'],
    exit: 1,
  },
  'init where a workspace is': { args: ['init'] },
  'a template that is none': { args: ['init', 'new', '--family', 'books'] },
  'a baseline that is not there': { args: [...GROW, '--baseline', 'harnesses/nowhere'] },
  'harnesses/<name> with other work': { files: { 'harnesses/spell/main.ts': SEED }, args: GROW },
  'the branch of the run checked out': {
    before: async (workspace) => {
      await workspace.git('switch', '--quiet', '--create', 'espalier/one');
    },
    args: GROW,
  },
  'a run that is not there': { args: ['grow', '--resume', 'nine'] },
  'no run to resume': { args: ['grow', '--resume'] },
  'a run name that is taken': { grown: true, args: GROW },
  'a run name that git cannot have': { args: ['grow', '--run', 'a..b'] },
  'resumed with other tasks': {
    before: async (workspace) => {
      await workspace.cli([...GROW, '--budget-calls', '1', '--optimizer', 'command:false']);
      await workspace.write('tasks/train.jsonl', line('a'));
      await workspace.write('seeds/spell/main.ts', callsTool);
    },
    args: ['grow', '--resume', 'one'],
  },
  'a model that is none': { args: [...GROW, '--model', 'gpt-5-mini'] },
  'no key for the model': { args: [...GROW, '--model', 'openai:gpt-5-mini'] },
  'an endpoint that is dead': {
    files: { 'seeds/spell/main.ts': asks },
    args: [...RUN, '--model', 'openai:local', '--base-url', 'http://127.0.0.1:9/v1'],
    exit: 1,
  },
  'a URL that is none': { args: [...RUN, '--model', 'openai:local', '--base-url', 'localhost'] },
  'no model where the harness asks one': { files: { 'seeds/spell/main.ts': asks }, args: RUN, exit: 1 },
  'no optimizer': { files: config(["optimizer: 'recorded:recording',", '']), args: GROW },
  'an optimizer that is none': { args: [...GROW, '--optimizer', 'magic'] },
  'an optimizer command that is not there': { args: [...GROW, '--optimizer', 'command:no-such-program --now'] },
  'an optimizer command that fails': { args: [...GROW, '--optimizer', 'command:false', '--max-steps', '1'], exit: 0 },
  'no recording': { args: [...GROW, '--optimizer', 'recorded:nowhere'] },
  'a recording that is none': { files: { 'recording/recording.json': '{"format":2}' }, args: GROW },
  'a recording that lacks a reply': { files: { 'recording/2.txt': undefined }, args: GROW },
  'replies that are no edit sets': {
    files: {
      'recording/1.txt': 'I would rather not.',
      'recording/2.txt': REPLIES[0]?.slice(0, 80),
      'recording/3.txt': '{}',
    },
    args: [...GROW, '--max-steps', '1'],
    exit: 0,
  },
  'dollars without a price': { args: [...GROW, '--budget-usd', '1', '--optimizer', 'command:cat'] },
  'a budget that is used up': { args: [...GROW, '--budget-calls', '1', '--optimizer', 'command:false'], exit: 4 },
  'a task that is no JSON': { args: ['run', 'seeds/spell', '--task', '{word}'] },
  'a task of another shape, in run': { args: ['run', 'seeds/spell', '--task', '{"wort":"ant"}'] },
  'neither task nor file': { args: ['run', 'seeds/spell'] },
  'a file of tasks that is not there': { args: ['run', 'seeds/spell', '--file', 'nowhere.jsonl'] },
  'no store': { args: ['gates'] },
  'no such gate': { grown: true, args: ['gates', 'show', '9'] },
  'no such trace': { grown: true, args: ['traces', 'show', 'zz'] },
  'a store that is none': {
    before: async ({ directory }) => {
      await mkdir(path.join(directory, 'traces'));
      await writeFile(
        path.join(directory, 'traces', 'espalier.db'),
        'This is no database, but it is long enough to be read as one.'.repeat(20),
      );
    },
    args: GROW,
  },
  'a gate record that is none': { args: ['replay', 'gate', '1', '--record', 'tasks/gate.jsonl'] },
  'a command that is none': { args: ['grwo'] },
  'an option that is none': { args: ['grow', '--windows', '3'] },
  'a number that is none': { args: ['grow', '--window', 'many'] },
  'gate repeats below one pass': { args: [...GROW, '--gate-repeats', '0.5'] },
  'gate repeats without end': { args: [...GROW, '--gate-repeats', '1e9'] },
  'a gate level that is none': { args: [...GROW, '--gate-level', '1'] },
  'a part of the gate set that is none': { args: [...GROW, '--gate-rotate', 'half'] },
  'a part of the gate set that is too large': { args: [...GROW, '--gate-rotate', '9'] },
  'rotation with the literal gate': { args: [...GROW, '--gate-rotate', '4', '--gate', 'paper'] },
  'no runs at all': { args: [...GROW, '--runs', '0'] },
  'a group of runs that is none': { args: ['grow', '--resume', 'nine', '--runs', '3'] },
  'gate simulate without rates': { args: ['gate', 'simulate', '--tasks', '50'] },
  'gate simulate with a success of 120%': {
    args: ['gate', 'simulate', '--tasks', '50', '--success', '1.2', '--flips', '0.1'],
  },
  'gate simulate with more flips than there can be': {
    args: ['gate', 'simulate', '--tasks', '50', '--success', '0.35', '--flips', '0.6'],
  },
  'gate simulate with a rule that is none': {
    args: ['gate', 'simulate', '--tasks', '50', '--success', '0.5', '--flips', '0.1', '--gate', 'best'],
  },
  'gate calibrate of a harness that is none': { args: ['gate', 'calibrate', '--harness', 'harnesses/none'] },
  'gate calibrate with one run a task': { args: ['gate', 'calibrate', '--repeats', '1'] },
  'a run to replay that is none': { grown: true, args: ['replay', 'run', 'nine'] },
  'a gate to replay that is none': { grown: true, args: ['replay', 'gate', '9'] },
};

let shared: TestWorkspace;
const holders: { release(): void }[] = [];

beforeAll(async () => {
  shared = await testWorkspace();
  await shared.cli(GROW);
}, 60_000);

afterAll(async () => {
  await shared.remove();
  for (const holder of holders) holder.release();
});

describe('bad input is told what came, where, and what to do', () => {
  test.concurrent.for(Object.entries(SCENARIOS))(
    '%s',
    { timeout: 60_000 },
    async ([, { files, git, grown, before, tracesBytes, args, env, exit }], { expect, skip }) => {
      const workspace = grown ? shared : await testWorkspace(files, git);
      const traces = path.join(workspace.directory, 'traces');
      let mounted = false;
      try {
        if (tracesBytes !== undefined) {
          await mkdir(traces);
          const mount = ['-t', 'tmpfs', '-o', `size=${String(tracesBytes)}`, 'tmpfs', traces];
          const made = await execa('mount', mount, { reject: false });
          mounted = made.exitCode === 0;
          skip(!mounted, 'a disk of a fixed size needs root on Linux: mount -t tmpfs');
        }
        await before?.(workspace);
        const result = await workspace.cli(args, env);
        const clean = (text: unknown): string => normalised(String(text), workspace.directory);
        expect(
          `espalier ${args.join(' ')}\n${clean(result.stdout)}\n--- stderr\n${clean(result.stderr)}`,
        ).toMatchSnapshot();
        expect(result.exitCode).toBe(exit ?? 2);
        expect(result.stderr).not.toMatch(/^\s+at /m);
      } finally {
        if (mounted) await execa('umount', [traces]);
        if (!grown) await workspace.remove();
      }
    },
  );
});

/** Paths, ids and times as they are on any machine. */
function normalised(text: string, directory: string): string {
  return text
    .replaceAll(directory, '<workspace>')
    .replaceAll(/\b[0-9a-f]{12,64}\b/g, '<hash>')
    .replaceAll(/· [0-9a-f]{7}\b/g, '· <commit>')
    .replaceAll(/\b\d+(?:\.\d+)?m?s\b/g, '<time>')
    .replaceAll(/pid \d+/g, 'pid <pid>')
    .replaceAll(/isolation (?:full|portable)\b/g, 'isolation <level>');
}
