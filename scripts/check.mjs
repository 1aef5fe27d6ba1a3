// The quick half of `npm test`: format, types, lint, import rules.
import { runSteps } from './report.mjs';
import { quickSteps } from './steps.mjs';

const { failed } = runSteps(quickSteps);
process.exitCode = failed === 0 ? 0 : 1;
