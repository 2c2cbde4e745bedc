// npm test: sets up what it needs, runs every check to its end, and counts them all in one last line.
// npm test -- --quick: what a minute can tell about what changed since main. npm test -- <words>: what matches.
// npm test -- --shuffle [seed]: everything, with the test files in a random order, which the seed repeats.
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installChromium, installPrograms } from './machine.mjs'
import { freePorts } from './ports.mjs'
import { node, prepare, root, runAsync, runToolAsync } from './setup.mjs'
import { apiTestsOf, changedFiles, isBrowser, isUnit, testFiles, textOf } from './test-files.mjs'
import { createReport, knownDurations, playwrightResult, vitestResult } from './test-report.mjs'

const report = createReport()

/** As for the programs that tests start (tests/compile-cache.ts). */
const NODE_COMPILE_CACHE = join(root, 'test-results', 'compile-cache')

/** Prepares something for the whole run, once. */
const once = (work) => {
  let made
  return () => (made ??= work())
}
const programs = once(installPrograms)
const browser = once(installChromium)
const demo = once(fillDemo)

/** A data folder with the demo, which programs under test start from; null where it failed: they fill their own. */
async function fillDemo() {
  const folder = join(root, 'test-results', 'demo')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, NODE_COMPILE_CACHE }
  const isFilled = await runAsync(node, ['server/operations/demo/seed-command.ts'], { env, stdio: 'ignore' })
  if (!isFilled) console.error('The demo could not be made once for all tests: each program fills its own')
  return isFilled ? { DEMO_FOLDER: folder } : {}
}

/** One check that is either good or not. */
async function check(name, work) {
  console.log(`\n== ${name}`)
  const started = performance.now()
  const isGood = await work()
  report.add(name, { good: isGood ? 1 : 0, bad: isGood ? 0 : 1, ms: performance.now() - started })
  return isGood
}

/** Runs a test runner that leaves its result as JSON. One that fails without a failed test still counts as one. */
async function suite(name, tool, args, { env = {}, read }) {
  console.log(`\n== ${name}`)
  const file = join(root, 'test-results', `${name.replaceAll(/[^a-z]+/gi, '-')}.json`)
  rmSync(file, { force: true })
  const started = performance.now()
  const isGood = await runToolAsync(tool, args(file), {
    env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
  const result = readResult(file, read)
  const bad = isGood ? result.bad : Math.max(result.bad, 1)
  report.add(name, { ...result, bad, ms: performance.now() - started })
}

function readResult(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { good: 0, bad: 1 }
  }
}

const vitest = (name, args, env) =>
  suite(
    name,
    'vitest',
    (file) => ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
    { env, read: vitestResult },
  )
/**
 * Unit and API tests record what the database answers to each statement; then the rows that the code claims are compared
 * with it. In a whole run every statement must have been run.
 */
async function vitestWithRowTypes(args, mode = []) {
  const folder = join(root, 'test-results', 'row-types')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const logs = join(root, 'test-results', 'logs')
  rmSync(logs, { recursive: true, force: true })
  await vitest('structure, unit and API tests', args, { ROW_TYPES: folder, TEST_LOGS: logs })
  await check('row types', () => runAsync(node, ['tests/row-types/check.ts', folder, ...mode]))
  if (mode.includes('--whole'))
    await check('nothing private in the logs', () => runAsync(node, ['tests/logs/check.ts', logs]))
}
const ofProjects = (...projects) => projects.flatMap((project) => ['--project', project])
const shuffledVitest = (seed) =>
  seed === null ? [] : ['--sequence.shuffle.files', '--sequence.seed', String(seed)]

async function playwright(args = []) {
  await check('widgets for the browser tests', installWidgets)
  const chromium = await browser()
  await suite('browser tests', 'playwright', () => ['test', '--reporter=list,json', ...args], {
    env: {
      ...(await demo()),
      E2E_PORT: String(await freePorts(30)),
      ...(chromium && { CHROMIUM: chromium }),
    },
    read: playwrightResult,
  })
}

const types = () =>
  check(
    'types',
    async () => (await runToolAsync('react-router', ['typegen'])) && runToolAsync('tsc', ['--noEmit']),
  )
const lint = () => check('lint', () => runToolAsync('biome', ['ci', '.']))
const build = () => check('build', () => prepare({ build: true }).then(() => true, sayWhy))

/**
 * Clerk's own bundles are not part of the installation: its host serves them to a browser, and only the browser tests
 * need them as files.
 */
async function installWidgets() {
  const folder = join(root, 'tests', 'clerk', 'widgets')
  const wanted = join(folder, 'package-lock.json')
  const present = join(folder, 'node_modules', '.installed')
  if (contentOf(wanted) === contentOf(present)) return true
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (!(await runAsync('npm', ['ci', ...options], { cwd: folder }))) return false
  copyFileSync(wanted, present)
  return true
}

function contentOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function sayWhy(error) {
  console.error(error.message)
  return false
}

/** @param {number | null} seed of the random order of the files; null runs them in the usual order. */
async function runEverything(seed) {
  if (seed !== null) console.log(`Test files in the random order of --shuffle ${seed}`)
  // They are fetched while the processors do something else, and waited for where they are needed.
  void programs()
  void browser()
  void demo()
  await types()
  await lint()
  await vitestWithRowTypes([...ofProjects('unit', 'api'), ...shuffledVitest(seed)], ['--whole'])
  if (await build()) {
    await programs()
    await vitest('process tests', [...ofProjects('process'), ...shuffledVitest(seed)], await demo())
    await playwright(seed === null ? [] : ['--shuffle', String(seed)])
  } else {
    report.add('process tests and browser tests (no build)', { good: 0, bad: 2, ms: 0 })
  }
}

/** Of API tests, in the time that they took when they last ran: two run at once. */
const QUICK_API_MS = 80_000
/** Of a file that has not run here yet. */
const UNKNOWN_MS = 4_000

async function runQuick() {
  await types()
  await lint()
  const durations = knownDurations()
  const wanted = apiTestsOf(changedFiles())
  let left = QUICK_API_MS
  const chosen = wanted.filter((path) => {
    const ms = durations[path] ?? UNKNOWN_MS
    const fits = ms <= left
    if (fits) left -= ms
    return fits
  })
  await vitestWithRowTypes([...testFiles().filter(isUnit), ...chosen])
  const omitted = wanted.filter((path) => !chosen.includes(path))
  if (omitted.length > 0)
    console.log(
      `\nNot run, there is no time for them here: ${omitted.length} more API test files have to do with what changed.`,
    )
}

const CHECKS = { types, lint, build }
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A word is a check, a part of test files' paths, or else a part of tests' names. */
async function runMatching(words) {
  const files = testFiles()
  const inPath = (word) => files.filter((path) => path.toLowerCase().includes(word.toLowerCase()))
  const checks = words.filter((word) => word in CHECKS)
  const others = words.filter((word) => !(word in CHECKS))
  const names = others.filter((word) => inPath(word).length === 0)
  const byPath = [...new Set(others.flatMap(inPath))]
  const byName = files.filter((path) => names.some((name) => textOf(path).includes(name)))
  for (const word of checks) await CHECKS[word]()
  await runFiles(byPath, { vitest: [], playwright: [] })
  const pattern = names.map(escaped).join('|')
  await runFiles(byName, { vitest: ['-t', pattern], playwright: ['--grep', pattern] })
  if (checks.length + byPath.length + byName.length > 0) return
  console.error(`\nNo check, test file or test has one of these words: ${words.join(', ')}`)
  report.add('nothing matches', { good: 0, bad: 1, ms: 0 })
}

async function runFiles(files, more) {
  const specs = files.filter(isBrowser)
  const others = files.filter((path) => !isBrowser(path))
  const hasPrograms = files.some((path) => path.startsWith('tests/process/'))
  if ((hasPrograms || specs.length > 0) && !(await build())) return
  if (hasPrograms) await programs()
  if (others.length > 0)
    await vitest('unit, API and process tests', [...more.vitest, ...others], hasPrograms ? await demo() : {})
  if (specs.length > 0) await playwright([...more.playwright, ...specs])
}

const given = process.argv.slice(2)
const isQuick = given.includes('--quick')
const isShuffled = given[0] === '--shuffle'
const isWhole = given.length === 0 || isShuffled
const seed = isShuffled ? Number(given[1] ?? Math.floor(Math.random() * 10_000)) : null

await prepare({ build: false })
if (isQuick) await runQuick()
else if (isWhole) await runEverything(seed)
else await runMatching(given)

report.print({ isWhole })
process.exitCode = report.hasFailed() ? 1 : 0
