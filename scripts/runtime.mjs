// The machine's own Node, where the packages for development and with them Node 24 are left out (npm ci --omit=dev).
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const LEAST_NODE = 24

export const isBuilt = () => existsSync(join(root, 'build', 'server', 'index.js'))

/** Installed to run and nothing else. */
export const isRunOnly =
  existsSync(join(root, 'node_modules', '.package-lock.json')) &&
  !existsSync(join(root, 'node_modules', 'node', 'package.json'))

/** Ends here under a Node that cannot read TypeScript. */
export function demandRuntime() {
  if (Number.parseInt(process.versions.node, 10) >= LEAST_NODE) return
  console.error(`This needs Node.js ${LEAST_NODE} or later, and this is ${process.versions.node}`)
  process.exit(1)
}
