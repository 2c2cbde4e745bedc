import { defineConfig } from 'vitest/config'
import { keptWorker } from './kept-worker.mjs'

/** The API tests by themselves, as in vitest.config.ts; which files of them is said in actions.mjs. */
export default defineConfig({
  plugins: [keptWorker],
  test: {
    include: ['server/**/*.test.ts', 'tests/stories/**/*.test.ts', 'tests/api/**/*.test.ts'],
    globalSetup: ['tests/cluster.ts'],
    // All files of a mutant in the one thread that keeps the program loaded.
    isolate: false,
    fileParallelism: false,
    setupFiles: ['tests/console.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
