import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InputError } from '../../../src/task/error.js';
import { runId } from '../../../src/task/ids.js';
import { gitVersions } from '../../../src/versions/git-versions.js';
import { openRepository } from '../../../src/versions/open-repository.js';
import type { TemporaryRepository } from './temporary-repository.js';
import { makeDirty, sampleCommit, temporaryRepository } from './temporary-repository.js';

let repository: TemporaryRepository;
beforeEach(() => {
  repository = temporaryRepository();
});
afterEach(() => {
  repository.remove();
});

describe('openRepository', () => {
  it('takes an unborn branch, a detached HEAD and a dirty work tree', async () => {
    const gitDirectory = join(realpathSync(repository.path), '.git');
    expect(await openRepository(repository.path)).toMatchObject({ gitDirectory, bare: false });
    makeDirty(repository);
    repository.git('checkout', '-q', '--detach');
    expect(await openRepository(repository.path)).toMatchObject({ gitDirectory, bare: false });
  });

  it('finds the repository around a folder, whose refs and roots are then used', async () => {
    const inner = join(repository.path, 'work', 'space');
    mkdirSync(inner, { recursive: true });
    const versions = gitVersions({ directory: inner });
    const head = await versions.commit(sampleCommit());
    await versions.reconcile(runId('elm'), { head, tags: {} });
    expect(repository.git('rev-parse', 'refs/heads/espalier/elm')).toBe(head);
    expect(await versions.read('espalier/elm')).toEqual(sampleCommit().files);
  });

  it('works in a bare repository and in one with SHA-256 ids', async () => {
    for (const option of ['--bare', '--object-format=sha256']) {
      const other = temporaryRepository(option);
      try {
        const versions = gitVersions({ directory: other.path });
        const head = await versions.commit(sampleCommit());
        await versions.reconcile(runId('elm'), { head, tags: { 'gate-1': head } });
        expect(head).toHaveLength(option === '--bare' ? 40 : 64);
        expect(await versions.read('espalier/elm')).toEqual(sampleCommit().files);
        expect((await openRepository(other.path)).bare).toBe(option === '--bare');
      } finally {
        other.remove();
      }
    }
  });

  it('says what to do where there is no repository, no folder, or a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-plain-'));
    const file = join(folder, 'file');
    writeFileSync(file, '');
    try {
      await expect(openRepository(folder)).rejects.toThrow(/git init/);
      await expect(openRepository(join(folder, 'none'))).rejects.toThrow(/Create it/);
      await expect(openRepository(file)).rejects.toThrow(/found a file/);
      await expect(gitVersions({ directory: folder }).commit(sampleCommit())).rejects.toThrow(InputError);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says what to do where git is not installed', async () => {
    const path = process.env.PATH;
    process.env.PATH = repository.path;
    try {
      await expect(openRepository(repository.path)).rejects.toThrow(
        /Expected git on the PATH; there is none\. Install it/,
      );
    } finally {
      process.env.PATH = path;
    }
  });
});
