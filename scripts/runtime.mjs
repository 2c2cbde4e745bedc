// The machine's own Node, where the development packages, Node 24 among them, are left out (npm ci --omit=dev).
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const LEAST_NODE = 24

export const isBuilt = () => existsSync(join(root, 'build', 'server', 'index.js'))

/** Installed to run and nothing else. */
export const isRunOnly =
  existsSync(join(root, 'node_modules', '.package-lock.json')) &&
  !existsSync(join(root, 'node_modules', 'node', 'package.json'))

/** What a lockfile lists, by path. */
export function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(join(root, lockfile), 'utf8')).packages
  } catch {
    return {}
  }
}

/**
 * Whether `npm ci --omit=optional` left out what sharp, PostgreSQL and the build need on this platform: npm calls that
 * optional too, because each platform has its own. What is only needed for a bucket may be missing.
 */
export function lacksPlatform(wanted, present, { platform, arch } = process) {
  const ofThis = Object.entries(wanted).filter(
    ([, { optional, os, cpu }]) => optional && os?.includes(platform) && cpu?.includes(arch),
  )
  return ofThis.length > 0 && !ofThis.some(([path]) => path in present)
}

/** Exits here if packages of this platform are missing: the first module that needs one would fail with its own message. */
export function demandPlatform() {
  const installed = join('node_modules', '.package-lock.json')
  // Only npm writes it: someone who installed with something else knows what they left out.
  if (!existsSync(join(root, installed))) return
  if (!lacksPlatform(packagesOf('package-lock.json'), packagesOf(installed))) return
  console.error(
    'The packages for this platform are missing: run "npm ci --omit=dev" again, without --omit=optional',
  )
  process.exit(1)
}

/** Exits here under a Node that cannot run TypeScript. */
export function demandRuntime() {
  if (Number.parseInt(process.versions.node, 10) >= LEAST_NODE) return
  console.error(`This needs Node.js ${LEAST_NODE} or later, and this is ${process.versions.node}`)
  process.exit(1)
}
