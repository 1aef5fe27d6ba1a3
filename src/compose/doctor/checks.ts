import type { DoctorCheck } from './check.js';
import { configCheck } from './config-check.js';
import { endpointCheck } from './endpoint-check.js';
import { gitCheck } from './git-check.js';
import { isolationCheck } from './isolation-check.js';
import { nodeCheck } from './node-check.js';
import { workspaceCheck } from './workspace-check.js';

/** All that `doctor` looks at, in the order in which it is printed. */
export const DOCTOR_CHECKS: readonly DoctorCheck[] = [
  nodeCheck,
  gitCheck,
  configCheck,
  isolationCheck,
  workspaceCheck,
  endpointCheck,
];
