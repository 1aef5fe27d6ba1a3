import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { defineConfig } from 'vitest/config';

/** Files that take longest, in that order: begun first, so that no worker waits for them at the end. */
const LONGEST = [
  'e2e/recordings',
  'e2e/cli-errors',
  'contract/sandbox.test',
  'abuse/payloads',
  'e2e/cli-life',
  'e2e/packed',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.includes(`test/${name}`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests start processes and load a native addon: a process a file, and no more than small machines bear.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,mts}'],
      // Type declarations alone, and entry points that tests run as processes of their own.
      exclude: ['src/ports/**', 'src/sandbox/child/**', 'src/cli/main.ts'],
      reporter: ['text-summary', 'html'],
    },
  },
});
