import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { initCommand, type InitReport } from '../../../../src/compose/init-command.js';
import { InputError } from '../../../../src/task/error.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '');
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'espalier-init-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));
afterEach(() => {
  vi.unstubAllEnvs();
});

const init = (folder: string): Promise<InitReport> => initCommand({ directory, folder, template: 'custom' });

describe('init', () => {
  test('without git on the PATH writes nothing, so that the next one is not blocked', async () => {
    await mkdir(path.join(directory, 'no-programs'));
    vi.stubEnv('PATH', path.join(directory, 'no-programs'));
    await expect(init('gitless')).rejects.toThrow('Expected git on the PATH; there is none.');
    expect(await readdir(directory)).not.toContain('gitless');
  });

  test.each(['file', 'file/deeper'])('says which file is in the way of %s', async (folder) => {
    await writeFile(path.join(directory, 'file'), 'mine');
    const made = init(folder);
    await expect(made).rejects.toThrow(InputError);
    await expect(made).rejects.toThrow(path.join(directory, 'file'));
    expect(await readFile(path.join(directory, 'file'), 'utf8')).toBe('mine');
  });

  test.runIf(process.platform === 'linux')('ends at once where the file system takes no folder', async () => {
    await expect(init('/proc/espalier')).rejects.toThrow('/proc/espalier cannot be made (ENOENT)');
  });

  test('quotes the folder of its hint where a shell needs it', async () => {
    expect((await init("it's mine")).next[0]).toBe(String.raw`cd 'it'\''s mine'`);
    expect((await init('plain')).next[0]).toBe('cd plain');
  });

  test('names in package.json where this package came from', async () => {
    const { directory: made } = await init('Named Wörk');
    expect(JSON.parse(await readFile(path.join(made, 'package.json'), 'utf8'))).toMatchObject({
      name: 'named-wo-rk',
      // Run from a checkout: its folder.
      devDependencies: { espalier: `file:${root}` },
    });
  });
});
