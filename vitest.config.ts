import { defineConfig } from 'vitest/config'

/** Two workers: the tests share a small machine with the browser and the database they start. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // Starting a worker and reading what its files import takes longer than most files: workers run one file after the
    // other. A worker serves one project only, so each project has a group of its own also in random order.
    isolate: false,
    unstubGlobals: true,
    unstubEnvs: true,
    // Also what is waited for: a busy machine takes longer than the second that is usual.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'domain/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'tidy.test.ts',
            'modules.test.ts',
            'tests/row-types/*.test.ts',
            'tests/logs/*.test.ts',
            'tests/deploy/*.test.ts',
          ],
          setupFiles: ['tests/console.ts'],
          // Nothing is judged by the time that it takes, on a busy machine least of all.
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['server/**/*.test.ts', 'tests/stories/**/*.test.ts', 'tests/api/**/*.test.ts'],
          globalSetup: ['tests/cluster.ts'],
          setupFiles: ['tests/console.ts', 'tests/row-types/record.ts', 'tests/logs/record.ts'],
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          // Whole programs with databases of their own: after everything else.
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          setupFiles: ['tests/console.ts'],
          sequence: { groupOrder: 2 },
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
