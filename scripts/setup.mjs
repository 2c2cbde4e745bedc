// What `npm start` and `npm test` need before anything of ours can run: the packages and the built pages.
// Plain JavaScript: in a fresh clone it runs under any Node that is there, with nothing installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forgetAssets, keepAssets } from './kept-assets.mjs'
import { lacksPlatform, packagesOf } from './runtime.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = (name) => join(root, 'node_modules', '.bin', name)

/** Node 24, as a package: the same runtime under every command, regardless of what the machine has. */
export const node = bin('node')

/** Runs a program to its end, its output going to ours. Returns whether it succeeded. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (done.error) console.error(`${command}: ${done.error.message}`)
  return done.status === 0
}

/** Runs a tool from node_modules under Node 24. */
export const runTool = (name, args, options) => run(node, [bin(name), ...args], options)

/** The same without blocking what else is running. */
export const runAsync = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      resolve(false)
    })
    child.once('close', (code) => resolve(code === 0))
  })

export const runToolAsync = (name, args, options) => runAsync(node, [bin(name), ...args], options)

export class SetupError extends Error {}

/** A failed setup is reported in one line; a stack trace of these scripts helps no one. */
process.on('uncaughtException', (error) => {
  console.error(error instanceof SetupError ? error.message : error)
  process.exit(1)
})

/** Installs the packages when they are missing or not those of the lockfile, and builds the pages that changed. */
export async function prepare({ build }) {
  // Checked first without waiting for the lock: most starts have nothing to do.
  if (isInstalled() && (!build || isBuilt())) return
  try {
    await alone(() => {
      if (!isInstalled()) install()
      if (build && !isBuilt()) buildPages()
    })
  } catch (error) {
    // What went wrong is printed above, by the tool itself.
    throw new SetupError(error.message, { cause: error })
  }
}

function install() {
  console.log('Installing packages (a minute, the first time) ...')
  if (
    !run('npm', ['ci', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']) ||
    !isInstalled()
  ) {
    throw new Error('The packages could not be installed: see above')
  }
}

/** npm records what it installed when it is done; optional packages are for other platforms, or for a bucket. */
function isInstalled() {
  if (!existsSync(node)) return false
  const wanted = packagesOf('package-lock.json')
  const present = packagesOf(join('node_modules', '.package-lock.json'))
  if (lacksPlatform(wanted, present)) return false
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || present[path]?.version === version || optional,
  )
}

const STAMP = join(root, 'build', '.stamp')
const PAGE_SOURCES = [
  'web',
  'domain',
  'public',
  'vite.config.ts',
  'vite-chunks.ts',
  'vite-icons.ts',
  'react-router.config.ts',
  'package-lock.json',
]

function buildPages() {
  console.log('Building the pages ...')
  rmSync(STAMP, { force: true })
  // Before the build: what is saved while it runs is not part of it.
  const built = sourcesHash()
  const env = { ...process.env, NODE_ENV: 'production' }
  keepAssets(join(root, 'build'))
  if (!runTool('react-router', ['build', '--logLevel', 'warn'], { env })) {
    throw new Error('The pages could not be built: see above')
  }
  forgetAssets(join(root, 'build'))
  writeFileSync(STAMP, built)
}

const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourcesHash()

function sourcesHash() {
  const hash = createHash('sha256')
  for (const path of PAGE_SOURCES.flatMap(filesIn)) {
    if (/\.test\.tsx?$/.test(path)) continue
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(path) {
  try {
    return readdirSync(join(root, path))
      .sort()
      .flatMap((name) => filesIn(join(path, name)))
  } catch (error) {
    return error.code === 'ENOTDIR' ? [path] : []
  }
}

const TURN = join(root, '.data-setup')

/** Two copies started at once in one clone: the second waits until the first has installed and built. */
async function alone(work) {
  let said = false
  while (!takeTurn()) {
    if (!said) console.log('Another copy is installing or building; waiting for it ...')
    said = true
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const leave = () => rmSync(TURN, { recursive: true, force: true })
  process.once('exit', leave)
  try {
    work()
  } finally {
    process.removeListener('exit', leave)
    leave()
  }
}

function takeTurn() {
  try {
    mkdirSync(TURN)
    writeFileSync(join(TURN, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  // The process that had it may have been killed.
  if (!isAlive(ownerOfTurn())) rmSync(TURN, { recursive: true, force: true })
  return false
}

function ownerOfTurn() {
  try {
    return Number(readFileSync(join(TURN, 'pid'), 'utf8'))
  } catch {
    return 0
  }
}

function isAlive(pid) {
  // Between making the folder and writing the number there is a moment without one.
  if (!pid) return Date.now() - (statSync(TURN, { throwIfNoEntry: false })?.mtimeMs ?? 0) < 2000
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
