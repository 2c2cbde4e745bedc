import { fileURLToPath } from 'node:url'

const pathOf = (name) => fileURLToPath(import.meta.resolve(name))

/** What every run has in common. The copies that are changed lie in .data-mutants, the reports in test-results. */
export const shared = {
  testRunner: 'vitest',
  plugins: [pathOf('@stryker-mutator/vitest-runner'), pathOf('./ignored.mjs')],
  ignorers: ['words'],
  // TypeScript 7 has none of the functions that Stryker would rewrite this file with; no test reads it.
  tsconfigFile: 'none',
  tempDirName: '.data-mutants',
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  warnings: { slow: false },
  // Two at once where the machine has nothing else to do.
  concurrency: Number(process.env.MUTANTS_AT_ONCE ?? 1),
}

/** Reports, and what is known from the last run: only what changed since is tried again. */
export const reportsOf = (name) => ({
  jsonReporter: { fileName: `test-results/mutants/${name}.json` },
  htmlReporter: { fileName: `test-results/mutants/${name}.html` },
  incremental: true,
  incrementalFile: `test-results/mutants/${name}.known.json`,
})
