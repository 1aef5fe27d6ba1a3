import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests start processes and load a native addon: a process a file, and no more than small machines bear.
    pool: 'forks',
    maxWorkers: 2,
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
