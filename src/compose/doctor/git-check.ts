import { gitVersion } from '../../versions/git-version.js';
import type { DoctorCheck, Finding } from './check.js';

/** Whether git is there: harness versions are its commits. */
export const gitCheck: DoctorCheck = async () => {
  const version = await gitVersion();
  if (version !== undefined) return [{ name: 'git', state: 'ok', detail: version }];
  const missing: Finding = {
    name: 'git',
    state: 'failed',
    detail: 'not on the PATH; harness versions are git commits',
    fix: 'sudo apt-get install git    (macOS: xcode-select --install)',
  };
  return [missing];
};
