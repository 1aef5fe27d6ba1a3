import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm, tool } from './project.mjs';

/** The quick half: one entry a tool, each `{ name, run }`, where `run()` gives `{ code, output }`. */
export const quickSteps = [
  { name: 'prettier', run: () => tool('prettier', 'prettier', ['--check', '--log-level', 'warn', '.']) },
  { name: 'tsc', run: () => tool('typescript', 'tsc', ['-p', 'tsconfig.test.json']) },
  { name: 'eslint', run: () => tool('eslint', 'eslint', ['--max-warnings', '0', '.']) },
  { name: 'depcruise', run: () => tool('dependency-cruiser', 'depcruise', ['--output-type', 'err-long', 'src']) },
];

/** What must hold besides, of the source and of the package as it would be published. */
export const packageSteps = [
  { name: 'knip', run: () => tool('knip', 'knip', ['--no-progress']) },
  { name: 'publint', run: () => onTarball((tarball) => tool('publint', 'publint', ['run', tarball, '--strict'])) },
  {
    name: 'attw',
    run: () => onTarball((tarball) => tool('@arethetypeswrong/cli', 'attw', [tarball, '--profile', 'esm-only'])),
  },
];

/** Packs dist as npm would publish it, hands the tarball on, takes it away. */
function onTarball(use) {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-pack-'));
  try {
    const packed = npm(['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]);
    if (packed.code !== 0) return packed;
    return use(join(folder, packed.stdout.trim().split('\n').at(-1)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The tests. On a terminal their progress is shown as it goes.
 * @returns `{ code, output, passed, failed, skipped }`; a file that does not load and an error outside a test count as failed.
 */
export function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-test-'));
  const report = join(folder, 'report.json');
  const live = process.stdout.isTTY === true;
  try {
    const result = tool(
      'vitest',
      'vitest',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      live ? { stdio: 'inherit' } : {},
    );
    return { ...result, ...countTests(report, result.code) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countTests(report, code) {
  let json;
  try {
    json = JSON.parse(readFileSync(report, 'utf8'));
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, note: `no test report at ${report} (${error.message})` };
  }
  const broken = json.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = json.numFailedTests + broken;
  return {
    passed: json.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: json.numPendingTests + json.numTodoTests,
  };
}
