import { secondsSince } from './project.mjs';

/** Runs steps one after the other, a line each; what a failed one printed is shown. @returns how many held and how many did not. */
export function runSteps(steps) {
  const counts = { passed: 0, failed: 0 };
  for (const step of steps) {
    const start = performance.now();
    const result = step.run();
    const ok = result.code === 0;
    counts[ok ? 'passed' : 'failed'] += 1;
    printStep(step.name, ok, secondsSince(start), result.output);
  }
  return counts;
}

/** `ok  eslint  12.3 s`, or `FAIL …` and the output. */
export function printStep(name, ok, seconds, output, note = '') {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(10)} ${seconds.padStart(8)}${note}`);
  if (!ok && output !== '') console.log(output.trim().replaceAll(/^/gm, '     '));
}
