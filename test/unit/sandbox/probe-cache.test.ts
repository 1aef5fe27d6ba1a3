import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MachineRecord } from '../../../src/sandbox/machine-record.js';
import { keepMachine, readMachine } from '../../../src/sandbox/probe-cache.js';

const uid = process.geteuid?.() ?? 0;
const FULL: MachineRecord = {
  found: { wrappers: { setpriv: '/usr/bin/setpriv' }, faults: { bwrap: { kind: 'not-installed' } } },
  probes: { full: { level: 'full', holds: true, layers: [] } },
};

describe.runIf(process.platform !== 'win32')('what was found out about the machine', () => {
  let home: string;
  let temporary: string;
  /** The file in the temporary folder; no other place can be written. */
  let file: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'espalier-home-'));
    temporary = mkdtempSync(join(tmpdir(), 'espalier-tmp-'));
    chmodSync(temporary, 0o1777); // as /tmp is
    vi.stubEnv('XDG_CACHE_HOME', '/dev/null');
    vi.stubEnv('TMPDIR', temporary);
    file = join(temporary, `espalier-${String(uid)}`, 'isolation.json');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true });
    rmSync(temporary, { recursive: true });
  });

  it('is read again, from the cache folder or else the temporary one, which are made for this user alone', () => {
    expect(readMachine()).toBeUndefined();
    keepMachine(FULL);
    expect(readMachine()).toEqual(FULL);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    rmSync(dirname(file), { recursive: true });
    vi.stubEnv('XDG_CACHE_HOME', home);
    keepMachine(FULL);
    expect(existsSync(join(home, 'espalier', 'isolation.json'))).toBe(true);
    expect(existsSync(file)).toBe(false);
    expect(readMachine()).toEqual(FULL);
  });

  it.each(['', 'relative'])(
    'is neither kept nor believed in the working folder, where XDG_CACHE_HOME is %j',
    (given) => {
      const before = process.cwd();
      process.chdir(home);
      try {
        vi.stubEnv('HOME', join(home, 'own'));
        vi.stubEnv('XDG_CACHE_HOME', given);
        keepMachine(FULL);
        expect(existsSync(join(home, given, 'espalier'))).toBe(false);
        expect(existsSync(join(home, 'own', '.cache', 'espalier', 'isolation.json'))).toBe(true);
        expect(readMachine()).toEqual(FULL);
      } finally {
        process.chdir(before);
      }
    },
  );

  it.each<[string, () => void]>([
    [
      'a folder that others may write to',
      () => {
        chmodSync(dirname(file), 0o777);
      },
    ],
    [
      'a folder that a group may write to',
      () => {
        chmodSync(dirname(file), 0o770);
      },
    ],
    [
      'a file that others may write to',
      () => {
        chmodSync(file, 0o666);
      },
    ],
    [
      'a temporary folder in which anybody may replace anything',
      () => {
        chmodSync(temporary, 0o777);
      },
    ],
    [
      'a link in place of the file',
      () => {
        const elsewhere = join(home, 'planted.json');
        writeFileSync(elsewhere, readFileSync(file), { mode: 0o600 });
        rmSync(file);
        symlinkSync(elsewhere, file);
      },
    ],
    [
      'a link in place of the folder',
      () => {
        const elsewhere = join(home, 'planted');
        mkdirSync(elsewhere, { mode: 0o700 });
        writeFileSync(join(elsewhere, 'isolation.json'), readFileSync(file), { mode: 0o600 });
        rmSync(dirname(file), { recursive: true });
        symlinkSync(elsewhere, dirname(file));
      },
    ],
    [
      'another form',
      () => {
        writeFileSync(file, readFileSync(file, 'utf8').replace('"holds":true', '"holds":"yes"'));
      },
    ],
    [
      'half a file',
      () => {
        writeFileSync(file, readFileSync(file, 'utf8').slice(0, -9));
      },
    ],
    [
      'another machine, or another start of this one',
      () => {
        writeFileSync(file, readFileSync(file, 'utf8').replace(/"key":"./, '"key":"-'));
      },
    ],
  ])('is not believed from %s', (_what, spoil) => {
    keepMachine(FULL);
    expect(readMachine()).toEqual(FULL);
    spoil();
    expect(readMachine()).toBeUndefined();
  });

  it.runIf(uid === 0)('is not believed from a folder or a file of another user', () => {
    keepMachine(FULL);
    for (const path of [file, dirname(file)]) {
      chownSync(path, 65534, 65534);
      expect(readMachine()).toBeUndefined();
      chownSync(path, uid, 0);
      expect(readMachine()).toEqual(FULL);
    }
  });

  it('is not written through a link that somebody laid', () => {
    const target = join(home, 'espalier-target');
    mkdirSync(target, { mode: 0o700 });
    symlinkSync(target, dirname(file));
    keepMachine(FULL);
    expect(existsSync(join(target, 'isolation.json'))).toBe(false);
    expect(readMachine()).toBeUndefined();
  });
});
