import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HarnessVersions } from '../../../src/ports/versions.js';
import { InputError } from '../../../src/task/error.js';
import { runId } from '../../../src/task/ids.js';
import { gitVersions } from '../../../src/versions/git-versions.js';
import type { TemporaryRepository } from './temporary-repository.js';
import { makeDirty, sampleCommit, temporaryRepository, userState } from './temporary-repository.js';

const run = runId('oak-1');
const branch = 'refs/heads/espalier/oak-1';

let repository: TemporaryRepository;
let versions: HarnessVersions;
beforeEach(() => {
  repository = temporaryRepository();
  versions = gitVersions({ directory: repository.path });
});
afterEach(() => {
  repository.remove();
});
const refs = (): string => repository.git('for-each-ref', '--format=%(refname) %(objectname)');

describe('commits', () => {
  it('writes a commit that git shows with files, parent, message, trailers and date', async () => {
    const parent = await versions.commit(sampleCommit());
    const id = await versions.commit(
      sampleCommit({ parent, files: { 'main.ts': 'changed\n' }, dateSeconds: 1_790_000_004 }),
    );
    const show = (format: string): string => repository.git('show', '-s', `--format=${format}`, id);
    expect(show('%P')).toBe(parent);
    expect(show('%s')).toBe('Ask twice when the first hop is empty');
    expect(show('%(trailers:only)').trim()).toBe('Espalier-Step: 3\nEspalier-Cases: a, b');
    expect(show('%an <%ae> %ad | %cn <%ce> %cd')).toBe(
      'Espalier <espalier@localhost> Mon Sep 21 14:13:24 2026 +0000 | Espalier <espalier@localhost> Mon Sep 21 14:13:24 2026 +0000',
    );
    expect(repository.git('ls-tree', '-r', '--name-only', parent)).toBe('hops/second.ts\nmain.ts');
    expect(repository.git('show', `${id}:main.ts`)).toBe('changed');
    repository.git('fsck', '--strict', '--no-dangling');
  });

  it('gives equal input an equal id, in any repository and under any environment', async () => {
    const other = temporaryRepository('--bare');
    const before = { ...process.env };
    try {
      const id = await versions.commit(sampleCommit());
      Object.assign(process.env, {
        GIT_DIR: '/nowhere',
        GIT_INDEX_FILE: '/nowhere/index',
        GIT_WORK_TREE: '/nowhere',
        GIT_AUTHOR_NAME: 'Mallory',
        GIT_COMMITTER_DATE: '2001-01-01T00:00:00Z',
        TZ: 'Asia/Tokyo',
      });
      other.git('-C', other.path, '--git-dir', other.path, 'config', 'i18n.commitEncoding', 'ISO-8859-1');
      other.git('-C', other.path, '--git-dir', other.path, 'config', 'commit.gpgSign', 'true');
      expect(await gitVersions({ directory: other.path }).commit(sampleCommit())).toBe(id);
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name);
      Object.assign(process.env, before);
      other.remove();
    }
  });

  it('keeps what an optimizer writes from forging trailers or breaking the commit', async () => {
    const id = await versions.commit(
      sampleCommit({
        subject: 'one\ntwo\0',
        body: 'text\0\n\nEspalier-Step: 99\n',
        trailers: [['Espalier-Step', '3\nX: y']],
      }),
    );
    expect(repository.git('show', '-s', '--format=%(trailers:only)', id).trim()).toBe('Espalier-Step: 3 X: y');
    expect(repository.git('show', '-s', '--format=%s', id)).toBe('one two\ufffd');
  });

  it.each(['/main.ts', 'a//b.ts', '../up.ts', 'hops/../x.ts', './x.ts', '.git/config', 'a/.GIT/x', 'a\\b.ts', ''])(
    'refuses the path %j',
    async (path) => {
      await expect(versions.commit(sampleCommit({ files: { 'main.ts': '', [path]: 'x' } }))).rejects.toThrow(
        InputError,
      );
    },
  );

  it('refuses a path that is a file and a folder at once', async () => {
    for (const files of [
      { a: '1', 'a/b.ts': '2' },
      { 'a/b/c': '1', 'a/b': '2', 'a/b/d': '' },
    ]) {
      await expect(versions.commit(sampleCommit({ files }))).rejects.toThrow(/file and a folder/);
    }
  });

  it('refuses a file that UTF-8 cannot hold', async () => {
    await expect(versions.commit(sampleCommit({ files: { 'main.ts': '"\ud800"' } }))).rejects.toThrow(/lone surrogate/);
  });
});

describe('reading', () => {
  it('reads back exactly what was committed, by commit, branch and tag', async () => {
    const files = {
      'main.ts': '\ufeffexport {};\r\n',
      'a/b/c/deep.ts': '',
      'a/b/other.ts': 'no newline at end',
      'a b/ü "q".ts': 'x\n\n',
    };
    const id = await versions.commit(sampleCommit({ files }));
    await versions.reconcile(run, { head: id, tags: { 'gate-1': id, 'rejected/1': id } });
    for (const revision of [id, 'espalier/oak-1', 'espalier/oak-1/gate-1', 'refs/tags/espalier/oak-1/rejected/1']) {
      expect(await versions.read(revision)).toEqual(files);
      expect(await versions.resolve(revision)).toBe(id);
    }
  });

  it('says when a revision is unknown or holds no harness', async () => {
    makeDirty(repository);
    for (const revision of ['nowhere', '', '--help', 'trunk', '0'.repeat(40)]) {
      await expect(versions.read(revision)).rejects.toThrow(InputError);
    }
    await expect(versions.resolve('nowhere')).rejects.toThrow(/git tag/);
    await expect(versions.resolve('--all')).rejects.toThrow(InputError);
  });

  it('shows what changed with the whole function around it, whatever the user configured', async () => {
    const lines = Array.from({ length: 30 }, (_, i) => `  step(${String(i)});`);
    const code = (change: string): string => `export function main(): void {\n${lines.join('\n')}\n  ${change}\n}\n`;
    repository.git('config', 'diff.noprefix', 'true');
    repository.git('config', 'color.ui', 'always');
    writeFileSync(join(repository.path, '.gitattributes'), '*.ts binary\n');
    const a = await versions.commit(sampleCommit({ files: { 'main.ts': code('old();') } }));
    const b = await versions.commit(sampleCommit({ files: { 'main.ts': code('fresh();') }, parent: a }));
    const diff = await versions.diff(a, b);
    expect(diff).toContain('--- a/main.ts\n+++ b/main.ts\n');
    expect(diff).toContain('-  old();\n+  fresh();\n');
    expect(diff).toContain(' export function main(): void {\n   step(0);\n');
    expect(await versions.diff(a, a)).toBe('');
  });
});

describe('refs', () => {
  it('creates, moves and deletes exactly the refs of the run', async () => {
    const a = await versions.commit(sampleCommit());
    const b = await versions.commit(sampleCommit({ parent: a, subject: 'next' }));
    const other = runId('oak-10');
    await versions.reconcile(other, { head: a, tags: { 'gate-1': a } });
    await versions.reconcile(run, { head: b, tags: { 'gate-1': a, 'gate-2': b } });
    await versions.reconcile(run, { head: a, tags: { 'gate-1': a, 'rejected/1': b } });
    expect(refs().split('\n')).toEqual([
      `${branch} ${a}`,
      `refs/heads/espalier/oak-10 ${a}`,
      `refs/tags/espalier/oak-1/gate-1 ${a}`,
      `refs/tags/espalier/oak-1/rejected/1 ${b}`,
      `refs/tags/espalier/oak-10/gate-1 ${a}`,
    ]);
    const before = refs();
    await versions.reconcile(run, { head: a, tags: { 'gate-1': a, 'rejected/1': b } });
    expect(refs()).toBe(before);
  });

  it('changes all refs or none', async () => {
    const a = await versions.commit(sampleCommit());
    await versions.reconcile(run, { head: a, tags: {} });
    await expect(versions.reconcile(run, { head: a, tags: { good: a, bad: 'f'.repeat(40) } })).rejects.toThrow(
      /git update-ref/,
    );
    expect(refs()).toBe(`${branch} ${a}`);
  });

  it('leaves index, HEAD, branch, config and work tree byte for byte as they were', async () => {
    makeDirty(repository);
    const hook = join(repository.path, '.git', 'hooks', 'reference-transaction');
    mkdirSync(join(repository.path, '.git', 'hooks'), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\ntouch hook-ran\nexit 1\n', { mode: 0o755 });
    const before = userState(repository);
    const status = repository.git('--no-optional-locks', 'status', '--porcelain=v2', '--branch');
    const a = await versions.commit(sampleCommit());
    const b = await versions.commit(sampleCommit({ parent: a, subject: 'next' }));
    await versions.reconcile(run, { head: b, tags: { 'gate-1': a } });
    await versions.reconcile(run, { head: a, tags: { 'rejected/1': b } });
    await versions.read('espalier/oak-1');
    await versions.diff(a, b);
    expect(userState(repository)).toEqual(before);
    expect(repository.git('--no-optional-locks', 'status', '--porcelain=v2', '--branch')).toBe(status);
  });

  it('refuses to move a branch that is checked out, here or in another work tree', async () => {
    const a = await versions.commit(sampleCommit());
    const b = await versions.commit(sampleCommit({ parent: a, subject: 'next' }));
    await versions.reconcile(run, { head: a, tags: {} });
    repository.git('checkout', '-q', 'espalier/oak-1');
    const before = userState(repository);
    await expect(versions.reconcile(run, { head: b, tags: {} })).rejects.toThrow(InputError);
    await expect(versions.reconcile(run, { head: b, tags: {} })).rejects.toThrow(/is checked out in .*git switch/s);
    await versions.reconcile(run, { head: a, tags: { 'gate-1': b } });
    expect(userState(repository)).toEqual(before);
    repository.git('checkout', '-q', '--detach');
    await versions.reconcile(run, { head: b, tags: {} });
    repository.git('worktree', 'add', '-q', join(repository.path, 'tree'), 'espalier/oak-1');
    await expect(versions.reconcile(run, { head: a, tags: {} })).rejects.toThrow(/oak-1 is checked out in .*tree/s);
  });

  it('refuses to create the branch that is checked out but unborn', async () => {
    repository.git('symbolic-ref', 'HEAD', branch);
    const a = await versions.commit(sampleCommit());
    await expect(versions.reconcile(run, { head: a, tags: {} })).rejects.toThrow(/is checked out/);
  });

  it('says so when a branch of the user is in the way, and keeps it', async () => {
    const a = await versions.commit(sampleCommit());
    for (const theirs of ['espalier', 'espalier/oak-1/mine']) {
      repository.git('update-ref', `refs/heads/${theirs}`, a);
      await expect(versions.reconcile(run, { head: a, tags: {} })).rejects.toThrow(InputError);
      expect(refs()).toBe(`refs/heads/${theirs} ${a}`);
      repository.git('update-ref', '-d', `refs/heads/${theirs}`);
    }
  });

  it.each(['', '-x', 'a b', 'a..b', 'x.lock', 'a/b', '.a', 'a~1', 'ü'])('refuses the run name %j', async (name) => {
    const a = await versions.commit(sampleCommit());
    await expect(versions.reconcile(runId(name), { head: a, tags: {} })).rejects.toThrow(InputError);
  });
});
