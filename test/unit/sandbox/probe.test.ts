import { describe, expect, it } from 'vitest';
import { createSandbox, tryLevel } from '../../../src/sandbox/create-sandbox.js';
import { SandboxError } from '../../../src/sandbox/error.js';
import { GUEST_KINDS } from '../../../src/sandbox/guest-kind.js';
import { launchCommand } from '../../../src/sandbox/launch.js';
import { probeLevel } from '../../../src/sandbox/probe-level.js';
import { probeWalls } from '../../../src/sandbox/probe-walls.js';
import { runnerFiles } from '../../../src/sandbox/runner-file.js';
import { findWrappers } from '../../../src/sandbox/find-wrappers.js';
import { LEVELS } from '../../fixtures/sandbox.js';

const files = runnerFiles();
const memory = { heapMb: 64, dataMb: 320 };

describe('a trial', () => {
  it('gets through where there is no wall: it can fail', async () => {
    const tried = await probeWalls({ kind: GUEST_KINDS.none, wrappers: {}, files, permission: false });
    expect(tried).toMatchObject({
      kind: 'tried',
      reached: { connect: true, read: true, write: true, spawn: true, signal: true },
    });
  });

  it.runIf(LEVELS.includes('full'))('reaches nothing at level full', async () => {
    const { wrappers } = findWrappers();
    const none = { connect: false, read: false, write: false, spawn: false, signal: false, env: false, inherit: false };
    expect(await probeWalls({ kind: GUEST_KINDS.full, wrappers, files })).toEqual({ kind: 'tried', reached: none });
  });

  it('names bubblewrap and its fix where it is missing, and does not hold', async () => {
    const found = { wrappers: {}, faults: { bwrap: { kind: 'not-installed' } } } as const;
    const { holds, layers } = await probeLevel('full', found);
    expect(holds).toBe(false);
    expect(layers[0]).toMatchObject({ name: 'namespaces', state: 'absent', needed: true });
    expect(layers[0]?.fix).toContain('bubblewrap');
  });

  it('is kept: the next one costs less than 5 ms', async () => {
    await tryLevel('portable');
    const started = performance.now();
    await tryLevel('portable');
    expect(performance.now() - started).toBeLessThan(5);
  });
});

describe('the command of a guest', () => {
  it('shows nothing of the installation inside its namespaces', () => {
    const bwrap = { path: '/usr/bin/bwrap', libraries: ['/lib/libc.so.6'], disablesUserNamespaces: true };
    const { args } = launchCommand({ kind: GUEST_KINDS.full, wrappers: { bwrap }, files, memory });
    const inside = args.slice(args.lastIndexOf('--') + 1);
    expect(inside[0]).toBe('/espalier/node');
    expect(inside.filter((word) => word.includes(files.programs) || word.includes('node_modules/vm2/'))).toEqual([
      '/espalier/node_modules/vm2/index.js',
    ]);
    for (const wall of ['--unshare-all', '--die-with-parent', '--new-session', '--clearenv', '--disable-userns']) {
      expect(args).toContain(wall);
    }
  });
});

it('a level that holds is opened; the choice is never silent', async () => {
  if (LEVELS.length === 0) {
    await expect(createSandbox()).rejects.toThrow(SandboxError);
    return;
  }
  const sandbox = await createSandbox();
  expect(sandbox.isolation).toBe(LEVELS[0]);
  await sandbox.close();
});
