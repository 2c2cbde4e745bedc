// npm run mutants [-- <file or folder> ...]: changes the code in small ways and counts which changes the tests notice.
// All of domain/, or what is named: `npm run mutants -- domain/money.ts server/results`. Long, so never part of npm test.
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, prepare, root, run, SetupError } from './setup.mjs'

const folder = join(root, 'tests', 'mutants')
const stryker = join(folder, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')

function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Its packages are no part of the installation: nothing else needs them. */
function installStryker() {
  const [wanted, present] = [join(folder, 'package-lock.json'), join(folder, 'node_modules', '.installed')]
  if (textOf(wanted) === textOf(present)) return
  console.log('Installing Stryker (the first time) ...')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (!run('npm', ['ci', ...options], { cwd: folder }))
    throw new SetupError('Stryker could not be installed: see above')
  copyFileSync(wanted, present)
}

/** At the lowest priority: it takes all there is for a long time. */
function mutate(config, env = {}) {
  const args = [node, stryker, 'run', join(folder, config)]
  return run('nice', ['-n', '19', ...args], { env: { ...process.env, ...env } })
}

await prepare({ build: false })
installStryker()
const { ACTIONS } = await import('../tests/mutants/actions.mjs')

const wanted = process.argv.slice(2)
const isWanted = (path) => wanted.some((one) => path === one || path.startsWith(`${one.replace(/\/$/, '')}/`))
const isOfDomain = (path) => path.startsWith('domain/')
const runs = []
if (wanted.length === 0 || wanted.includes('domain')) runs.push(() => mutate('domain.mjs'))
else if (wanted.some(isOfDomain)) {
  const files = wanted.filter(isOfDomain).join(',')
  runs.push(() => mutate('domain.mjs', { MUTANTS: files }))
}
for (const file of Object.keys(ACTIONS))
  if (isWanted(file)) runs.push(() => mutate('actions.mjs', { MUTANTS: file }))

if (runs.length === 0) throw new SetupError(`Nothing to mutate in ${wanted.join(', ')}`)
const isGood = runs.map((one) => one()).every((good) => good)
process.exitCode = isGood ? 0 : 1
