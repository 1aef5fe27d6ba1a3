import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startChatServer, type ChatServer } from '../fixtures/chat-server.js';
import { CONFIG, SEED, testWorkspace, type TestWorkspace } from './cli-workspace.js';

/** Asks the same of every task, so that only the sampling seed tells one reply from another. */
const ASKS = SEED.replace("return '';", "return rt.llm.chat([{ role: 'user', content: 'Which word?' }]);");
const ANSWERS = ['YAK', 'TOAD', 'no', 'SEAL'];
const PRICED = "model: { name: 'openai:local', price: { inputPerMTok: 1, outputPerMTok: 1 } },";

// Each test starts the command line several times.
vi.setConfig({ testTimeout: 90_000 });

let workspace: TestWorkspace;
let server: ChatServer;
let live: readonly string[];

beforeAll(async () => {
  server = await startChatServer((_body, ordinal) => ({ text: ANSWERS[(ordinal - 1) % ANSWERS.length] ?? '' }));
  live = ['-m', 'openai:local', '--base-url', server.baseUrl];
  workspace = await testWorkspace({
    'seeds/spell/main.ts': ASKS,
    'priced.config.ts': CONFIG.replace(
      "optimizer: 'recorded:recording',",
      `${PRICED}\n  optimizer: 'recorded:recording',`,
    ),
  });
});

afterAll(async () => {
  await server.close();
  await workspace.remove();
});

const evalSeed = async (args: readonly string[], exit = 0): Promise<string> => {
  const ended = await workspace.cli(['eval', 'seeds/spell', '--on', 'test', ...args]);
  expect(ended.exitCode, String(ended.stderr)).toBe(exit);
  return String(ended.stdout);
};

test('replies of eval are saved, and give the same arm offline, in whatever order tasks run', async () => {
  const first = await evalSeed([
    ...live,
    '--concurrency',
    '1',
    '--save-replies',
    'kept/test.json',
    '--json',
    '--cases',
  ]);
  const asked = server.calls.length;
  const counted = (all: number): object => ({ testEvaluations: { own: all, all, openings: all } });
  expect(JSON.parse(first)).toMatchObject({ success: 0.75, n: 4, modelCallsPerTask: 1, ...counted(1) });
  const kept: unknown = JSON.parse(readFileSync(path.join(workspace.directory, 'kept', 'test.json'), 'utf8'));
  expect(kept).toMatchObject({ format: 1, model: 'openai:local', replies: [{ completions: [{}, {}, {}, {}] }] });
  const again = await evalSeed(['-m', 'recorded:kept/test.json', '--concurrency', '4', '--json', '--cases']);
  // The same but for the count of evaluations of the test split.
  expect(JSON.parse(again)).toEqual({ ...(JSON.parse(first) as object), ...counted(2) });
  expect(server.calls).toHaveLength(asked);
});

test('a task that the recording does not know ends with an error that says what to do', async () => {
  const other = await evalSeed(['-m', 'recorded:kept/test.json', '--on', 'train', '--json'], 2);
  expect(JSON.parse(other)).toMatchObject({ error: { code: 'NOT_RECORDED' } });
});

test('replies of run are saved too', async () => {
  const run = async (...args: readonly string[]) =>
    workspace.cli(['run', 'seeds/spell', '--task', '{"word":"yak"}', '--json', ...args]);
  const first = await run(...live, '--save-replies', 'run.json');
  expect(first.exitCode, String(first.stderr)).toBe(0);
  expect(JSON.parse(String(first.stdout))).toMatchObject({ usage: { modelCalls: 1, costUsd: null } });
  expect((await run('-m', 'recorded:run.json')).stdout).toBe(first.stdout);
});

test('what was paid for is saved also when eval ends early', async () => {
  await evalSeed([...live, '--concurrency', '1', '--budget-calls', '2', '--save-replies', 'part.json'], 4);
  const kept: unknown = JSON.parse(readFileSync(path.join(workspace.directory, 'part.json'), 'utf8'));
  expect(kept).toMatchObject({ replies: [{ completions: [{}, {}] }] });
});

test('a file that is there is not replaced, and nothing is saved of no model', async () => {
  const asked = server.calls.length;
  const taken = await workspace.cli(['eval', 'seeds/spell', ...live, '--save-replies', 'tasks/test.jsonl']);
  expect(taken.exitCode).toBe(2);
  expect(taken.stderr).toContain('test.jsonl exists, and --save-replies would replace it');
  const none = await workspace.cli(['eval', 'seeds/spell', '--save-replies', 'none.json']);
  expect(none.exitCode).toBe(2);
  expect(none.stderr).toContain("--save-replies needs a model; it is 'none'");
  expect(server.calls).toHaveLength(asked);
});

test('a recording that is missing or broken is named', async () => {
  const missing = await workspace.cli(['eval', 'seeds/spell', '-m', 'recorded:nowhere.json']);
  expect(missing.exitCode).toBe(2);
  expect(missing.stderr).toContain(`Expected a model's recording at ${path.join(workspace.directory, 'nowhere.json')}`);
  const broken = await workspace.cli(['eval', 'seeds/spell', '-m', 'recorded:tasks/test.jsonl']);
  expect(broken.exitCode).toBe(2);
  expect(broken.stderr).toContain('it is not JSON');
});

test('a cost that no price tells is n/a and null; with a price it is a figure', async () => {
  expect(JSON.parse(await evalSeed([...live, '--json']))).toMatchObject({ modelCallsPerTask: 1, costUsdPerTask: null });
  expect(await evalSeed(live)).toMatch(/n\/a$/m);
  const priced = JSON.parse(await evalSeed(['-c', 'priced.config.ts', ...live, '--json'])) as {
    costUsdPerTask: number;
  };
  expect(priced.costUsdPerTask).toBeGreaterThan(0);
});
