import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockStore } from '../../../src/store/lock.js';
import { openStore } from '../../../src/store/open-store.js';
import { StoreError } from '../../../src/store/store-error.js';
import { InputError } from '../../../src/task/error.js';
import { killHard, printed, startChild } from './start-child.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-lock-'));
  file = join(folder, 'runs.db');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('lockStore', () => {
  it('lets a second holder in only after the first has let go', () => {
    const first = lockStore(file, 'oak-1');
    expect(() => lockStore(file)).toThrow(InputError);
    expect(() => lockStore(file)).toThrow(`pid ${String(process.pid)}, run oak-1`);
    first.release();
    first.release();
    lockStore(file).release();
  });

  it('keeps no one from reading or writing the store itself', () => {
    const lock = lockStore(file);
    const store = openStore(file);
    expect(store.runs()).toEqual([]);
    store.close();
    lock.release();
  });

  it('names the other process, and is free once that is killed', { timeout: 30_000 }, async () => {
    const child = startChild('hold-lock.ts', [file]);
    try {
      await printed(child, (text) => text.includes('held'));
      expect(() => lockStore(file)).toThrow(`pid ${String(child.pid)}, run oak-1`);
    } finally {
      await killHard(child);
    }
    lockStore(file).release();
  });

  it('says when the folder is not there', () => {
    expect(() => lockStore(join(folder, 'none', 'runs.db'))).toThrow(StoreError);
  });
});
