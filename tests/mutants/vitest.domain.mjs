import { defineConfig } from 'vitest/config'
import { keptWorker } from './kept-worker.mjs'

/** The unit tests of the domain alone: a mutant of it is no concern of a page's tests. */
export default defineConfig({
  plugins: [keptWorker],
  test: {
    include: ['domain/**/*.test.ts'],
    // All by random inputs, and long: what a mutant changes is shown by example.
    exclude: ['domain/**/*.properties.test.ts'],
    isolate: false,
    fileParallelism: false,
    setupFiles: ['tests/console.ts', 'tests/mutants/same-inputs.mjs'],
  },
})
