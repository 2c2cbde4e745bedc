import { defineConfig } from 'vitest/config'

/** The API tests by themselves, as in vitest.config.ts; which files of them is said in actions.mjs. */
export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'tests/stories/**/*.test.ts', 'tests/api/**/*.test.ts'],
    globalSetup: ['tests/cluster.ts'],
    setupFiles: ['tests/console.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
