// What is too long for every change: ten times the fuzz cases, with seeds of the day, and every payload with time to try.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, run, say, secondsSince, tool } from './project.mjs';

const FUZZ_CASES = '10000';
const TRACE_TASKS = '200';

const { values } = parseArgs({ options: { seed: { type: 'string' }, help: { type: 'boolean', default: false } } });
if (values.help) {
  process.stdout.write(`Usage: npm run nightly -- [--seed <n>]

Runs the fuzzer of the guest protocol with ${FUZZ_CASES} cases, then the traces of
both levels over ${TRACE_TASKS} tasks, then the recorded growths, then all abuse payloads at every level of this machine.
A failure names its seed; the same seed gives the same cases. Default seed: today's date, as 20250131.
`);
} else {
  // Another day tries other cases; the number in the output brings them back.
  const seed = values.seed ?? new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const env = { ...process.env, FUZZ_CASES, FUZZ_SEED: seed, TRACE_TASKS, ESPALIER_NIGHTLY: 'on' };
  const steps = [
    {
      name: `protocol fuzz, ${FUZZ_CASES} cases, seed ${seed}`,
      start: (options) => tool('vitest', 'vitest', ['run', 'test/abuse/protocol-fuzz.test.ts'], { ...options, env }),
    },
    {
      name: `traces of both levels, ${TRACE_TASKS} tasks`,
      start: (options) => tool('vitest', 'vitest', ['run', 'test/contract/level-traces.test.ts'], { ...options, env }),
    },
    {
      name: 'recorded growths (HotpotQA where ESPALIER_SHARED names it)',
      start: (options) => tool('vitest', 'vitest', ['run', 'test/e2e/recordings.test.ts'], { ...options, env }),
    },
    {
      name: 'abuse payloads',
      start: (options) => run(process.execPath, [join(root, 'scripts', 'abuse.mjs')], options),
    },
  ];
  for (const { name, start } of steps) {
    const began = performance.now();
    const { code } = start({ stdio: ['ignore', 'inherit', 'inherit'] });
    say(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${secondsSince(began)})`);
    if (code !== 0) process.exitCode = 1;
  }
}
