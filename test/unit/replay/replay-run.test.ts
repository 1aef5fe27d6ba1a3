import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { growCommand } from '../../../src/compose/grow-command.js';
import { replayRunCommand } from '../../../src/compose/replay-run-command.js';
import { storeFile } from '../../../src/compose/store-file.js';
import type { JournalEntry } from '../../../src/ports/store.js';
import { openStore } from '../../../src/store/open-store.js';
import { runId } from '../../../src/task/ids.js';
import { type ChatServer, startChatServer } from '../../fixtures/chat-server.js';
import { toyWorkspace } from '../../fixtures/toy-workspace.js';
import type { TemporaryRepository } from '../versions/temporary-repository.js';

let server: ChatServer;
let workspace: TemporaryRepository;
let journal: readonly JournalEntry[];

beforeAll(async () => {
  server = await startChatServer((body, ordinal) => ({
    text: `${String(ordinal)} of ${body.messages[0]?.content ?? ''}`,
  }));
  workspace = await toyWorkspace({ baseUrl: server.baseUrl, concurrency: 4 });
  process.env['OPENAI_API_KEY'] = 'not-a-real-key';
  await growCommand({ workspace: { directory: workspace.path }, run: 'toy', startedAt: 1_790_000_000_000 });
  // From here on nothing can be asked.
  await server.close();
  delete process.env['OPENAI_API_KEY'];
  const store = openStore(storeFile(workspace.path));
  journal = store.journal(runId('toy'));
  store.close();
}, 120_000);
afterAll(() => {
  workspace.remove();
});

/** Every file of the workspace with its hash, git's own among them. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile() && !/-(?:wal|shm)$/.test(name))
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );
}

describe('a whole run with a model, derived again', () => {
  it('gives every transition, hash by hash, with the endpoint gone, and writes nothing', async () => {
    const before = filesIn(workspace.path);
    const seen: number[] = [];
    const replayed = await replayRunCommand({
      workspace: { directory: workspace.path },
      run: 'toy',
      onTransition: (entry) => seen.push(entry.ordinal),
    });
    expect(replayed.derived?.divergence).toBeNull();
    expect(replayed).toMatchObject({ run: 'toy', same: true, failure: null });
    expect(replayed.derived?.transitions).toEqual({ recorded: journal.length, reproduced: journal.length });
    expect(seen).toEqual(journal.map((entry) => entry.ordinal));
    expect(replayed.derived?.runs.reproduced).toBe(replayed.derived?.runs.recorded);
    expect(replayed.derived?.gates.rolledBack).toBe(journal.filter((entry) => entry.kind === 'rolled-back').length);
    expect(replayed.store).toMatchObject({ unsealed: 0, damaged: [] });
    expect(replayed.gateFiles).toMatchObject({ missing: [], differ: [] });
    expect(filesIn(workspace.path)).toEqual(before);
  }, 60_000);
});
