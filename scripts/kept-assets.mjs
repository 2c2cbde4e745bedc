// Pages that are open in a browser request scripts of the build they came with: earlier builds' scripts stay for days.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_DAYS = 14
/** With many builds in a day, only the newest are kept. */
const KEPT_BYTES = 40_000_000

const filesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : [])

/** Before a build empties its folder: sets its hashed files aside, stamped with the day that they were last current. */
export function keepAssets(build, now = new Date()) {
  const [current, kept] = [join(build, 'client', 'assets'), join(build, 'kept-assets')]
  for (const name of filesIn(current)) {
    mkdirSync(kept, { recursive: true })
    copyFileSync(join(current, name), join(kept, name))
    utimesSync(join(kept, name), now, now)
  }
}

/** After the build: deletes what is current again, what is old, and the oldest beyond the limit. */
export function forgetAssets(build, now = new Date()) {
  const kept = join(build, 'kept-assets')
  const current = new Set(filesIn(join(build, 'client', 'assets')))
  const since = now.getTime() - KEPT_DAYS * 86_400_000
  const files = filesIn(kept)
    .map((name) => ({ name, ...statSync(join(kept, name)) }))
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
  let bytes = 0
  for (const { name, size, mtimeMs } of files) {
    const isWanted = !current.has(name) && mtimeMs >= since && bytes + size <= KEPT_BYTES
    if (isWanted) bytes += size
    else rmSync(join(kept, name))
  }
}
