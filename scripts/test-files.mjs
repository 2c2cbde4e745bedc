// Which test files there are, and how they depend on one another.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './setup.mjs'

const SOURCES = ['domain', 'server', 'web', 'tests']
const isSkipped = (name) => name === 'node_modules' || name === '__snapshots__'

function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (isSkipped(entry.name)) return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}

const sources = () =>
  [...SOURCES.flatMap(filesIn), 'tidy.test.ts', 'modules.test.ts'].filter((path) => /\.tsx?$/.test(path))

const isVitest = (path) => /\.test\.tsx?$/.test(path)
export const isBrowser = (path) => /^tests\/e2e\/.*\.spec\.ts$/.test(path)
export const isUnit = (path) => isVitest(path) && !/^(server|tests)\//.test(path)
export const isApi = (path) => isVitest(path) && /^(server|tests\/(api|stories))\//.test(path)

/** Every test file, by its path from the root. */
export const testFiles = () => sources().filter((path) => isVitest(path) || isBrowser(path))

export const textOf = (path) => readFileSync(join(root, path), 'utf8')

/**
 * Hubs: the program is put together here, and tests are set up. A file that imports these depends on
 * every source there is, which would select every test.
 */
const HUBS =
  /^(server\/(app|program|jobs|main|platform\/deps|platform\/http\/http)\.ts|tests\/[^/]+\.ts|tests\/(stories|walk|form-rules)\/(?!.*\.test\.ts).*)$/

/** For each source the files that import it. */
function importers(paths) {
  const found = new Map()
  for (const from of paths)
    for (const [, name] of textOf(from).matchAll(/(?:from|import)\s*\(?\s*['"]([#.][^'"]+)['"]/g)) {
      const to = name.startsWith('#') ? name.slice(1) : join(dirname(from), name)
      found.set(to, [...(found.get(to) ?? []), from])
    }
  return found
}

/** How many imports each source is away from the changed ones, not counting ways through a hub. */
function distancesFrom(changed, paths) {
  const by = importers(paths)
  const distances = new Map(changed.map((path) => [path, 0]))
  const waiting = [...changed]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (HUBS.test(path)) continue
    for (const importer of by.get(path) ?? []) {
      if (distances.has(importer)) continue
      distances.set(importer, distances.get(path) + 1)
      waiting.push(importer)
    }
  }
  return distances
}

const NOUN_FAR = 100

/** `server/money/payouts/prepare.ts` is about payouts: so is a test with that word in its name or in an address it calls. */
const nounsOf = (changed) => [
  ...new Set(changed.map((path) => /^server\/[a-z-]+\/([a-z-]+)\//.exec(path)?.[1]).filter(Boolean)),
]

/** The API tests of what changed, the nearest first. */
export function apiTestsOf(changed) {
  const paths = sources()
  const distances = distancesFrom(
    changed.filter((path) => existsSync(join(root, path))),
    paths,
  )
  const nouns = nounsOf(changed)
  const isAbout = (path) => {
    const text = textOf(path)
    return nouns.some((noun) => path.includes(noun) || text.includes(`/${noun}`))
  }
  return paths
    .filter(isApi)
    .map((path) => ({ path, distance: distances.get(path) ?? (isAbout(path) ? NOUN_FAR : Infinity) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance)
    .map(({ path }) => path)
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : null
}

/** What is different from where this branch left main, committed or not. */
export function changedFiles() {
  const [base] = git('merge-base', 'HEAD', 'main') ?? git('merge-base', 'HEAD', 'origin/main') ?? ['HEAD']
  const changed = git('diff', '--name-only', base) ?? []
  return [...new Set([...changed, ...(git('ls-files', '--others', '--exclude-standard') ?? [])])]
}
