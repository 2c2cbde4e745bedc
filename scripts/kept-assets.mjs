// Pages that are open in a browser request scripts of the build they came with: earlier builds' scripts stay for days.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_DAYS = 14
/** With many builds in a day, only the newest are kept. */
const KEPT_BYTES = 40_000_000

const filesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : [])

/** Before a build empties its folder: sets its hashed files aside, stamped with the day that they were last current. */
export function keepAssets(build, now = new Date()) {
  const current = join(build, 'client', 'assets')
  const kept = join(build, 'kept-assets')
  for (const name of filesIn(current)) {
    mkdirSync(kept, { recursive: true })
    copyFileSync(join(current, name), join(kept, name))
    utimesSync(join(kept, name), now, now)
  }
}

/** The newest first, without those of the current build. */
function earlierFiles(build) {
  const kept = join(build, 'kept-assets')
  const current = new Set(filesIn(join(build, 'client', 'assets')))
  return filesIn(kept)
    .filter((name) => !current.has(name))
    .map((name) => ({ path: join(kept, name), ...statSync(join(kept, name)) }))
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
}

/** Deletes what was last stamped before that, and the oldest beyond the limit. */
function forgetBefore(sinceMs, files) {
  let bytes = 0
  for (const { path, size, mtimeMs } of files) {
    const isWanted = mtimeMs >= sinceMs && bytes + size <= KEPT_BYTES
    if (isWanted) bytes += size
    else rmSync(path)
  }
}

const keptSince = (now) => now.getTime() - KEPT_DAYS * 86_400_000

/** After the build: deletes what is current again, what is old, and the oldest beyond the limit. */
export function forgetAssets(build, now = new Date()) {
  const kept = join(build, 'kept-assets')
  for (const name of filesIn(join(build, 'client', 'assets'))) rmSync(join(kept, name), { force: true })
  forgetBefore(keptSince(now), earlierFiles(build))
}

/**
 * Where each build comes in an image of its own and `kept-assets` is a volume: sets this build's files aside when it is
 * deployed. They are stamped with that day, and were current until the deployment after it.
 */
export function shareAssets(build, now = new Date()) {
  keepAssets(build, now)
  const files = earlierFiles(build)
  const ended = files.map(({ mtimeMs }) => mtimeMs).filter((at) => at < keptSince(now))
  forgetBefore(Math.max(0, ...ended), files)
}
