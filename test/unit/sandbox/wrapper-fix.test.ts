import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../src/sandbox/wrapper-fix.js';

const fails = { kind: 'does-not-start', output: 'setting up uid map: Permission denied' } as const;
const kernel =
  (settings: Readonly<Record<string, string>>) =>
  (name: string): string | undefined =>
    settings[name];

describe('the fix for a wall that is not there', () => {
  it('names the package that is missing', () => {
    expect(diagnose('bwrap', { kind: 'not-installed' }).fix).toContain('apt-get install bubblewrap');
    expect(diagnose('prlimit', { kind: 'not-installed' }).fix).toContain('apt-get install util-linux');
  });

  it.each([
    [
      'AppArmor, as on Ubuntu 24.04',
      { 'kernel/apparmor_restrict_unprivileged_userns': '1' },
      /profile bwrap[^]*userns,/,
    ],
    [
      'AppArmor, for all programs',
      { 'kernel/apparmor_restrict_unprivileged_userns': '1' },
      /sysctl -w kernel\.apparmor_restrict_unprivileged_userns=0/,
    ],
    [
      'a kernel that forbids them',
      { 'kernel/unprivileged_userns_clone': '0' },
      /sysctl -w kernel\.unprivileged_userns_clone=1/,
    ],
    ['a kernel that allows none', { 'user/max_user_namespaces': '0' }, /sysctl -w user\.max_user_namespaces=/],
    ['a container', {}, /--security-opt/],
  ])('says what keeps user namespaces away: %s', (_what, settings, fix) => {
    const found = diagnose('bwrap', fails, kernel(settings));
    expect(found.detail).toContain('setting up uid map: Permission denied');
    expect(found.fix).toMatch(fix);
  });
});
