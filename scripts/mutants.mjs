// npm run mutants [-- <file or folder> ...]: changes the code in small ways and counts which changes the tests notice.
// All of it, or what is named: `npm run mutants -- domain/money.ts server/season/results`. Long, so never part of npm test.
// With --on-load also what a file of domain/ does once, when it is loaded: several times as long (docs/mutants.md).
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

/** Its packages are not part of the installation: nothing else needs them. */
function installStryker() {
  const wanted = join(folder, 'package-lock.json')
  const present = join(folder, 'node_modules', '.installed')
  if (textOf(wanted) === textOf(present)) return
  console.log('Installing Stryker (the first time) ...')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (!run('npm', ['ci', ...options], { cwd: folder }))
    throw new SetupError('Stryker could not be installed: see above')
  copyFileSync(wanted, present)
}

/** At the lowest priority: it uses all of the machine for a long time. */
function mutate(config, env = {}) {
  const args = [node, stryker, 'run', join(folder, config)]
  return run('nice', ['-n', '19', ...args], { env: { ...process.env, ...env } })
}

await prepare({ build: false })
installStryker()
const { ACTIONS } = await import('../tests/mutants/actions.mjs')

const wanted = process.argv.slice(2).filter((one) => one !== '--on-load')
const onLoad = { MUTANTS_ON_LOAD: process.argv.includes('--on-load') ? '1' : '0' }
const isAll = wanted.length === 0
const isWanted = (path) =>
  isAll || wanted.some((one) => path === one || path.startsWith(`${one.replace(/\/$/, '')}/`))

const runs = []
const ofDomain = wanted.filter((path) => path.startsWith('domain/') && path !== 'domain/')
if (isAll || isWanted('domain/')) runs.push(() => mutate('domain.mjs', onLoad))
else if (ofDomain.length > 0)
  runs.push(() => mutate('domain.mjs', { ...onLoad, MUTANTS: ofDomain.join(',') }))
for (const [noun, { files }] of Object.entries(ACTIONS)) {
  const chosen = files.map((file) => `server/${noun}/${file}`).filter(isWanted)
  if (chosen.length === 0) continue
  const some = chosen.length < files.length ? { MUTANTS: chosen.join(',') } : {}
  runs.push(() => mutate('actions.mjs', { MUTANTS_NOUN: noun, ...some }))
}

if (runs.length === 0) throw new SetupError(`Nothing is mutated in ${wanted.join(', ')}: see docs/mutants.md`)
// Every run is completed, even if an earlier one let too many mutants survive.
const outcomes = runs.map((one) => one())
process.exitCode = outcomes.every(Boolean) ? 0 : 1
