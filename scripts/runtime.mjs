// The machine's own Node, where the packages for development and with them Node 24 are left out (npm ci --omit=dev).
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
 * Whether `npm ci --omit=optional` left out what sharp, PostgreSQL and the build need of this platform: npm calls that
 * optional too, because each platform has its own. What only reaches a bucket may be missing.
 */
export function lacksPlatform(wanted, present, { platform, arch } = process) {
  const ofThis = Object.entries(wanted).filter(
    ([, { optional, os, cpu }]) => optional && os?.includes(platform) && cpu?.includes(arch),
  )
  return ofThis.length > 0 && !ofThis.some(([path]) => path in present)
}

/** Ends here where packages of this platform are missing: the first of ours that needs one would fail in its own words. */
export function demandPlatform() {
  const installed = join('node_modules', '.package-lock.json')
  // Only npm writes it: who installed with something else knows what they left out.
  if (!existsSync(join(root, installed))) return
  if (!lacksPlatform(packagesOf('package-lock.json'), packagesOf(installed))) return
  console.error(
    'The packages for this platform are missing: run "npm ci --omit=dev" again, without --omit=optional',
  )
  process.exit(1)
}

/** Ends here under a Node that cannot read TypeScript. */
export function demandRuntime() {
  if (Number.parseInt(process.versions.node, 10) >= LEAST_NODE) return
  console.error(`This needs Node.js ${LEAST_NODE} or later, and this is ${process.versions.node}`)
  process.exit(1)
}
