import { defineConfig } from 'vitest/config'

/** The unit tests of the domain alone: a mutant of it is no concern of a page's tests. */
export default defineConfig({
  test: {
    include: ['domain/**/*.test.ts'],
    // Random inputs find a mutant one day and miss it the next: a score has to be the same twice.
    exclude: ['domain/*.properties.test.ts'],
    setupFiles: ['tests/console.ts'],
  },
})
