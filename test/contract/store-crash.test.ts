import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.js';
import { runId, traceDigest, versionId } from '../../src/task/ids.js';
import { killHard, printed, startChild } from '../unit/store/start-child.js';

const run = runId('killed');
/** Milliseconds after the first commit at which each child is killed. */
const KILLS = [0, 7, 23, 61, 97];

it(
  'loses nothing committed and keeps no half transaction when its process is killed',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-kill-'));
    const file = join(folder, 'runs.db');
    let committed = 0;
    try {
      for (const delayMs of KILLS) {
        const child = startChild('write-forever.ts', [file, String(committed)]);
        let text = await printed(child, (seen) => seen.includes('\n'));
        child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
        await sleep(delayMs);
        await killHard(child);
        const said = Number(text.trim().split('\n').at(-1));
        expect(said).toBeGreaterThan(committed);
        committed = checkWhole(file, said);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

it.skipIf(process.platform === 'win32')(
  'says so when the disk is full, and keeps all that was committed',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-full-'));
    const file = join(folder, 'runs.db');
    const child = fileURLToPath(new URL('../unit/store/write-forever.ts', import.meta.url));
    try {
      const shell = 'ulimit -f 600; exec "$0" --import jiti/register "$@"';
      const { stdout, stderr, exitCode } = await execa('sh', ['-c', shell, process.execPath, child, file], {
        reject: false,
      });
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/StoreError: The store .*runs\.db could not .*: the disk is full or a quota is reached/);
      checkWhole(file, Number(stdout.split('\n').at(-1)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** Checks that all that a store refers to is there, and returns the last ordinal. */
function checkWhole(file: string, said: number): number {
  const store = openStore(file);
  const journal = store.journal(run);
  expect(journal.length).toBeGreaterThanOrEqual(said);
  expect(journal.map(({ ordinal }) => ordinal)).toEqual(journal.map((_, index) => index + 1));
  for (const { body, state, ordinal } of journal) {
    // The child writes these two members.
    const { trace } = body as { trace: string };
    const { version } = state as { version: string };
    expect(store.files(versionId(version))).toEqual({ 'main.ts': `export const n = ${String(ordinal)};` });
    expect(store.trace(traceDigest(trace))?.calls).toHaveLength(3);
    expect(store.response(`key-${String(ordinal)}`)).toEqual({ ordinal });
  }
  const measured = store.measurements(run);
  expect(measured.length).toBeGreaterThanOrEqual(journal.length);
  for (const { trace } of measured) expect(store.trace(trace)?.nodes).toHaveLength(31);
  const { modelCalls, costUsd } = store.spent(run);
  expect(modelCalls).toBeGreaterThanOrEqual(journal.length);
  expect(costUsd).toBeGreaterThanOrEqual(journal.length * 0.5);
  store.close();
  const raw = new Database(file, { readonly: true });
  expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(raw.pragma('foreign_key_check')).toEqual([]);
  raw.close();
  return journal.length;
}
