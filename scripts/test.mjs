// npm test: sets up what it needs, runs every check to its end, and counts them all in one last line.
import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts, installChromium, installPostgres15 } from './machine.mjs'
import { prepare, root, run, runTool } from './setup.mjs'

const started = Date.now()
let passed = 0
let failed = 0
const failures = []

function count(name, good, bad) {
  passed += good
  failed += bad
  if (bad > 0) failures.push(name)
}

async function check(name, work) {
  console.log(`\n== ${name}`)
  const isGood = await work()
  count(name, isGood ? 1 : 0, isGood ? 0 : 1)
  return isGood
}

/** Runs a test runner that leaves its result as JSON. One that fails without a failed test still counts as one. */
function suite(name, tool, args, { env = {}, read }) {
  console.log(`\n== ${name}`)
  const file = join(root, 'test-results', `${name.replaceAll(/[^a-z]+/gi, '-')}.json`)
  rmSync(file, { force: true })
  const isGood = runTool(tool, args(file), {
    env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
  const { good, bad } = readResult(file, read)
  count(name, good, isGood ? bad : Math.max(bad, 1))
}

function readResult(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { good: 0, bad: 1 }
  }
}

const vitest = (name, projects) =>
  suite(
    name,
    'vitest',
    (file) => [
      ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      ...projects.flatMap((project) => ['--project', project]),
    ],
    { read: (result) => ({ good: result.numPassedTests, bad: result.numFailedTests }) },
  )

/**
 * Clerk's own bundles are no part of the installation: its host serves them to a browser, and only the browser tests
 * need them as files.
 */
function installWidgets() {
  const folder = join(root, 'tests', 'clerk', 'widgets')
  const [wanted, present] = [join(folder, 'package-lock.json'), join(folder, 'node_modules', '.installed')]
  if (textOf(wanted) === textOf(present)) return true
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (!run('npm', ['ci', ...options], { cwd: folder })) return false
  copyFileSync(wanted, present)
  return true
}

function textOf(file) {
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

await prepare({ build: false })
installPostgres15()
const chromium = installChromium()

await check('types', () => runTool('react-router', ['typegen']) && runTool('tsc', ['--noEmit']))
await check('lint', () => runTool('biome', ['ci', '.']))
vitest('structure, unit and API tests', ['unit', 'api'])
const isBuilt = await check('build', () => prepare({ build: true }).then(() => true, sayWhy))
if (isBuilt) {
  vitest('process tests', ['process'])
  await check('the widgets of the browser tests', installWidgets)
  suite('browser tests', 'playwright', () => ['test', '--reporter=list,json'], {
    env: { E2E_PORT: String(await freePorts(30)), ...(chromium && { CHROMIUM: chromium }) },
    read: ({ stats }) => ({ good: stats.expected, bad: stats.unexpected + stats.flaky }),
  })
} else {
  count('process tests and browser tests (no build)', 0, 2)
}

const minutes = ((Date.now() - started) / 60_000).toFixed(1)
console.log(failed > 0 ? `\nFailed: ${failures.join('; ')} (${minutes} min)` : `\nAll good (${minutes} min)`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
