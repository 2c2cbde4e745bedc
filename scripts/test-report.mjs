// How a run of the tests went: what passed and failed, and where the time went.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './setup.mjs'

const RESULTS = join(root, 'test-results')
/** How long each test file took when it last ran. */
const DURATIONS = join(RESULTS, 'durations.json')
const SLOWEST = 10
const MAX_FAILURES = 20
const LINES_OF_A_FAILURE = 12

/** Minutes on two processors with nothing else to do. A part that takes longer is named, but does not fail. */
const EXPECTED_MINUTES = {
  types: 0.5,
  lint: 0.2,
  'structure, unit and API tests': 5,
  'row types': 0.3,
  build: 0.5,
  'process tests': 2.5,
  'widgets for the browser tests': 0.3,
  'browser tests': 8,
}

const path = (file) => relative(root, file)
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

/** What Vitest's JSON says of a run. */
export const vitestResult = ({ numPassedTests, numFailedTests, testResults }) => ({
  good: numPassedTests,
  bad: numFailedTests,
  files: testResults.map(({ name, startTime, endTime }) => ({ name: path(name), ms: endTime - startTime })),
  failed: testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed')
      // A file that could not be loaded has no tests.
      if (tests.length === 0) return [{ name: path(name), why: message }]
      return tests.map(({ fullName, failureMessages }) => ({
        name: `${path(name)} › ${fullName}`,
        why: failureMessages.join('\n'),
      }))
    }),
})

/** What Playwright's JSON says of a run; `file` is counted from the folder of the tests. */
export function playwrightResult({ stats, suites, config }) {
  const specsOf = ({ specs = [], suites: inner = [] }) => [...specs, ...inner.flatMap(specsOf)]
  const resultsOf = ({ tests }) => tests.flatMap((test) => test.results)
  return {
    good: stats.expected,
    bad: stats.unexpected + stats.flaky,
    files: suites.map((suite) => ({
      name: path(join(config.rootDir, suite.file)),
      ms: sum(
        specsOf(suite)
          .flatMap(resultsOf)
          .map(({ duration }) => duration),
      ),
    })),
    failed: suites
      .flatMap(specsOf)
      .filter(({ ok }) => !ok)
      .map((spec) => ({
        name: `${path(join(config.rootDir, spec.file))}:${spec.line} › ${spec.title}`,
        why: resultsOf(spec)
          .flatMap(({ errors = [] }) => errors.map(({ message }) => message))
          .join('\n'),
      })),
  }
}

export function createReport() {
  const started = performance.now()
  const parts = []
  const failures = []
  const failedTests = []
  let [passed, failed] = [0, 0]
  return {
    add: (name, { good, bad, files = [], failed: tests = [], ms }) => {
      passed += good
      failed += bad
      failedTests.push(...tests)
      if (bad > 0) failures.push(name)
      parts.push({ name, ms, files })
    },
    hasFailed: () => failed > 0,
    print: ({ isWhole }) => {
      const files = parts.flatMap((part) => part.files)
      keepDurations(files)
      printTimes(parts, files, isWhole)
      printFailures(failedTests)
      const took = `${minutes(performance.now() - started)} min`
      console.log(failed > 0 ? `\nFailed: ${failures.join('; ')} (${took})` : `\nAll good (${took})`)
      console.log(`${passed} passed, ${failed} failed`)
    },
  }
}

const minutes = (ms) => (ms / 60_000).toFixed(1)

function printTimes(parts, files, isWhole) {
  console.log('\nMinutes by part:')
  for (const { name, ms } of parts) console.log(`${minutes(ms).padStart(7)}  ${name}`)
  const slowest = [...files].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  if (slowest.length > 0) console.log('\nSeconds of the slowest files:')
  for (const { name, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${name}`)
  if (!isWhole) return
  for (const { name, ms } of parts) {
    const expected = EXPECTED_MINUTES[name] ?? Infinity
    if (ms / 60_000 > expected)
      console.log(`\nSlower than expected: ${name} took ${minutes(ms)} minutes, ${expected} are expected`)
  }
}

/** Again at the end, where a reader of a long log looks first. */
function printFailures(tests) {
  if (tests.length > 0) console.log('\nFailed tests:')
  for (const { name, why = '' } of tests.slice(0, MAX_FAILURES)) {
    const lines = stripVTControlCharacters(why)
      .split('\n')
      .filter((line) => !line.includes('node_modules'))
      .slice(0, LINES_OF_A_FAILURE)
    console.log(`  ${name}\n${lines.map((line) => `      ${line}`).join('\n')}`)
  }
  if (tests.length > MAX_FAILURES) console.log(`  and ${tests.length - MAX_FAILURES} more`)
}

export function knownDurations() {
  try {
    return JSON.parse(readFileSync(DURATIONS, 'utf8'))
  } catch {
    return {}
  }
}

function keepDurations(files) {
  mkdirSync(RESULTS, { recursive: true })
  const now = Object.fromEntries(files.map(({ name, ms }) => [name, Math.round(ms)]))
  writeFileSync(DURATIONS, JSON.stringify({ ...knownDurations(), ...now }, null, 1))
}
