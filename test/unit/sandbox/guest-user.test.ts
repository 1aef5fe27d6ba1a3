import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findWrappers } from '../../../src/sandbox/find-wrappers.js';
import { GUEST_KINDS } from '../../../src/sandbox/guest-kind.js';
import { withGuestUser } from '../../../src/sandbox/guest-user.js';
import { launchCommand } from '../../../src/sandbox/launch.js';
import { runnerFiles } from '../../../src/sandbox/runner-file.js';
import { userLayer } from '../../../src/sandbox/user-layer.js';

const files = runnerFiles();
/** A folder that only its owner enters. */
const closed = mkdtempSync(join(tmpdir(), 'espalier-closed-'));
cpSync(files.programs, join(closed, 'child'), { recursive: true });
afterAll(() => {
  rmSync(closed, { recursive: true });
});
const hidden = { ...files, programs: join(closed, 'child') };
const bwrap = { path: '/usr/bin/bwrap', libraries: [], disablesUserNamespaces: true };

describe('the user of a guest', () => {
  it.runIf(process.geteuid?.() === 0 && process.platform === 'linux')(
    'stays root where another one could not read the program, and doctor says what hides it',
    () => {
      const found = withGuestUser(findWrappers(), hidden);
      if (found.wrappers.setpriv === undefined) return;
      expect(found.wrappers.unprivileged).toEqual([]);
      for (const level of ['full', 'portable'] as const) {
        if (level === 'full' && found.wrappers.bwrap === undefined) continue;
        expect(found.staysRoot?.[level]).toMatch(/^as user 65534 it does not start: .+/);
        const [layer] = userLayer(level, found, 0, hidden);
        expect(layer).toMatchObject({ name: 'guest user', state: 'open', needed: false });
        expect(layer?.detail).toMatch(
          level === 'full' ? /^a guest is root outside its namespaces/ : /^a guest is root, as/,
        );
        expect(layer?.fix).toContain('Run Espalier as a user that is not root');
        expect(layer?.fix).toContain(`chmod o+rx ${closed}`);
      }
    },
  );

  it.runIf(process.geteuid?.() !== 0)('is not tried where the host is not root', () => {
    expect(findWrappers().wrappers.unprivileged).toBeUndefined();
  });

  it('is changed before anything else starts', () => {
    const wrappers = {
      setpriv: '/usr/bin/setpriv',
      prlimit: '/usr/bin/prlimit',
      bwrap,
      unprivileged: ['full'],
    } as const;
    const memory = { heapMb: 64, dataMb: 320 };
    const start = ['--reuid', '65534', '--regid', '65534', '--clear-groups', '--inh-caps=-all', '--no-new-privs'];
    const { file, args } = launchCommand({ kind: GUEST_KINDS.full, wrappers, files, memory });
    expect([file, ...args].slice(0, 9)).toEqual(['/usr/bin/setpriv', ...start, '--pdeathsig']);
    const portable = launchCommand({ kind: GUEST_KINDS.portable, wrappers, files, memory });
    expect(portable.args.slice(0, 3)).toEqual(['--pdeathsig', 'KILL', '--']);
  });

  it('is said at each level', () => {
    const stays = {
      wrappers: { bwrap, unprivileged: ['portable'] },
      faults: {},
      staysRoot: { full: 'bwrap: no' },
    } as const;
    expect(userLayer('portable', stays, 0)).toEqual([
      {
        name: 'guest user',
        state: 'holds',
        needed: false,
        detail: 'not root, though you are: user 65534 from its start',
      },
    ]);
    expect(userLayer('full', stays, 0)).toMatchObject([
      { state: 'open', detail: expect.stringContaining('bwrap: no') as unknown },
    ]);
    expect(userLayer('full', stays, 1000)).toMatchObject([{ state: 'holds', detail: 'not root (user 1000, yours)' }]);
    expect(userLayer('full', { wrappers: {}, faults: {} }, 0)).toEqual([]);
  });
});
