import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { growCommand } from '../../src/compose/grow-command.js';
import { storeFile } from '../../src/compose/store-file.js';
import { openStore } from '../../src/store/open-store.js';
import { runId } from '../../src/task/ids.js';
import { type ChatServer, startChatServer } from '../fixtures/chat-server.js';
import { meaning } from '../fixtures/toy-run.js';
import { toyWorkspace } from '../fixtures/toy-workspace.js';
import { killHard, printed } from '../unit/store/start-child.js';
import type { TemporaryRepository } from '../unit/versions/temporary-repository.js';

/** Transitions right after which the process is killed: as a step begins, and in the middle of the gate that rolls back. */
const KILL_AFTER = [9, 23] as const;

let server: ChatServer;
/** Bodies whose whole reply was sent. */
const received: string[] = [];

beforeAll(async () => {
  server = await startChatServer((body) => {
    received.push(JSON.stringify(body));
    return { text: `said of ${body.messages[0]?.content ?? ''}` };
  });
});
afterAll(() => server.close());

function remains(workspace: TemporaryRepository): object {
  const store = openStore(storeFile(workspace.path));
  const journal = meaning(store.journal(runId('toy')));
  store.close();
  const hash = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
  const files = ['gates', 'harnesses'].flatMap((folder) =>
    readdirSync(join(workspace.path, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(workspace.path.length), hash(file)]),
  );
  return { journal, refs: workspace.git('for-each-ref', '--format=%(refname) %(objectname)'), files: files.sort() };
}

it(
  'a process that is killed with -9 twice and resumed ends as one that was never killed',
  { timeout: 90_000 },
  async () => {
    const calm = await toyWorkspace({ baseUrl: server.baseUrl });
    const rough = await toyWorkspace({ baseUrl: server.baseUrl });
    try {
      const request = { run: 'toy', startedAt: 1_790_000_000_000 } as const;
      await growCommand({ workspace: { directory: calm.path }, ...request });
      const calmly = received.splice(0);

      const script = fileURLToPath(new URL('../fixtures/grow-child.mjs', import.meta.url));
      for (const [sitting, transition] of KILL_AFTER.entries()) {
        const args = [script, rough.path, ...(sitting === 0 ? [] : ['--resume'])];
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
        await printed(child, (text) => new RegExp(`^${String(transition)} `, 'm').test(text));
        await killHard(child);
      }
      const end = await growCommand({ workspace: { directory: rough.path }, ...request, resume: true });
      expect(end.end.kind).toBe('done');
      expect(remains(rough)).toEqual(remains(calm));
      // One call may have been in flight at each kill; every other one was received, and is not asked for again.
      expect(new Set(received).size).toBe(calmly.length);
      expect(received.length).toBeLessThanOrEqual(calmly.length + KILL_AFTER.length);
    } finally {
      calm.remove();
      rough.remove();
    }
  },
);
