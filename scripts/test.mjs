// All that must hold: set-up, static checks, the package, the tests. The last line is `N passed, N failed`.
import { join } from 'node:path';
import { root, run, secondsSince } from './project.mjs';
import { printStep, runSteps } from './report.mjs';
import { packageSteps, quickSteps, runTests } from './steps.mjs';

const ready = runSteps([
  {
    name: 'setup',
    run: () => run(process.execPath, [join(root, 'scripts', 'setup.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] }),
  },
]);
let passed = ready.passed;
let failed = ready.failed;

// Without dependencies and dist no other step can tell anything.
if (ready.failed === 0) {
  const checked = runSteps([...quickSteps, ...packageSteps]);
  const start = performance.now();
  const tests = runTests();
  const note =
    `  ${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped ${tests.note ?? ''}`.trimEnd();
  printStep('vitest', tests.failed === 0, secondsSince(start), tests.output, note);
  passed += checked.passed + tests.passed;
  failed += checked.failed + tests.failed;
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
