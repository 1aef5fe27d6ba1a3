import type { DoctorCheck, Finding } from './check.js';

const OLDEST = [20, 19] as const;

/** Whether this Node.js is new enough. */
export const nodeCheck: DoctorCheck = () => Promise.resolve([nodeFinding(process.versions.node)]);

/** The finding for a version such as `20.19.0`. */
export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const ok = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  const oldest = OLDEST.join('.');
  return ok
    ? { name: 'node', state: 'ok', detail: `${version} (${process.execPath})` }
    : {
        name: 'node',
        state: 'failed',
        detail: `${version}; expected ${oldest} or newer`,
        fix: `Install Node.js ${oldest} or newer: https://nodejs.org`,
      };
}
