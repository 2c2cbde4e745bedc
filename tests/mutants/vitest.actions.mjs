import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { keptWorker } from './kept-worker.mjs'

/** The quickest first: most mutants are noticed by the first test file, and the others then need not run. */
class QuickestFirst extends BaseSequencer {
  async sort(specifications) {
    const { cache, config } = this.ctx
    const secondsOf = ({ project, moduleId }) =>
      cache.getFileTestResults(`${project.name}:${relative(config.root, moduleId)}`)?.duration ?? 0
    return [...specifications].sort((a, b) => secondsOf(a) - secondsOf(b))
  }
}

/** The API tests by themselves, as in vitest.config.ts; which files of them is said in actions.mjs. */
export default defineConfig({
  plugins: [keptWorker],
  test: {
    include: ['server/**/*.test.ts', 'tests/stories/**/*.test.ts', 'tests/api/**/*.test.ts'],
    globalSetup: ['tests/cluster.ts'],
    // All files of a mutant in the one thread that keeps the program loaded.
    isolate: false,
    fileParallelism: false,
    sequence: { sequencer: QuickestFirst },
    setupFiles: ['tests/console.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
