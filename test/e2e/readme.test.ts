import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChatServer, type ChatServer } from '../fixtures/chat-server.js';
import { root, testWorkspace, type TestWorkspace } from './cli-workspace.js';

const task = (id: string, request: string, count: number): string =>
  `${JSON.stringify({ id, task: { request }, expected: { count } })}\n`;

/** The README's example as a user types it in. */
describe('the example of the README', () => {
  let workspace: TestWorkspace;
  let server: ChatServer;

  beforeAll(async () => {
    const readme = await readFile(path.join(root, 'README.md'), 'utf8');
    const [config, seed] = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
    const tasks = task('t1', 'How many bolts?', 40);
    workspace = await testWorkspace({
      'espalier.config.ts': config,
      'seeds/stock/main.ts': seed,
      'seeds/spell/main.ts': undefined,
      'tasks/train.jsonl': tasks,
      'tasks/gate.jsonl': tasks.replace('t1', 'g1') + task('g2', 'How many nuts?', 12),
      'tasks/test.jsonl': tasks.replace('t1', 'e1'),
    });
    server = await startChatServer([{ text: '{"count":40}' }]);
  });

  afterAll(async () => {
    await server.close();
    await workspace.remove();
  });

  it('is measured against a model', async () => {
    const measured = await workspace.cli(['eval', 'seeds/stock', '--on', 'gate', '--json'], {
      OPENAI_BASE_URL: server.baseUrl,
      OPENAI_API_KEY: 'sk-test',
    });
    expect(measured.stderr).toBe('');
    expect(JSON.parse(measured.stdout)).toMatchObject({ success: 0.5, n: 2, modelCallsPerTask: 1 });
  });
});
