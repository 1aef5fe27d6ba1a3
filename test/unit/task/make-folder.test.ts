import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InputError } from '../../../src/task/error.js';
import { makeFolder } from '../../../src/task/make-folder.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'espalier-folder-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = (...names: readonly string[]): string => path.join(folder, ...names);

describe('a folder', () => {
  test('is made with those above it, and stays when it is there', async () => {
    await makeFolder(at('a', 'b', 'c'));
    await writeFile(at('a', 'b', 'c', 'kept'), '');
    await makeFolder(at('a', 'b', 'c'));
    expect(existsSync(at('a', 'b', 'c', 'kept'))).toBe(true);
  });

  test('is made once by many at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, () => makeFolder(at('many', 'at', 'once'))));
    expect(statSync(at('many', 'at', 'once')).isDirectory()).toBe(true);
  });

  test('may lie behind a link', async () => {
    await makeFolder(at('real'));
    await symlink(at('real'), at('link'));
    await makeFolder(at('link', 'inner'));
    expect(existsSync(at('real', 'inner'))).toBe(true);
  });

  test.each([
    ['itself', ['file']],
    ['one above it', ['file', 'deeper', 'still']],
  ])('is refused where %s is a file', async (_, names) => {
    await writeFile(at('file'), '');
    const made = makeFolder(at(...names));
    await expect(made).rejects.toThrow(InputError);
    await expect(made).rejects.toThrow(`${at('file')} is no folder`);
  });

  // A link to nothing is there for mkdir and not for stat.
  test('is refused behind a link to nothing', async () => {
    await symlink(at('nowhere'), at('dangling'));
    await expect(makeFolder(at('dangling', 'x'))).rejects.toThrow(InputError);
  });

  test.runIf(process.platform === 'linux').each(['/proc/espalier', '/proc/espalier/deep/er', '/proc/self/fd/x/y'])(
    'is refused at once where the file system takes none: %s',
    { timeout: 5_000 },
    async (name) => {
      await expect(makeFolder(name)).rejects.toThrow(`Expected room for the folder ${name}; `);
      await expect(makeFolder(name)).rejects.toThrow('cannot be made (ENOENT)');
    },
  );
});
