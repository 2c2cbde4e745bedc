import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startedAtOf } from './process-identity.ts'

/**
 * One program per data folder. The lock names its owner; an owner that is no longer alive has crashed, and its lock is
 * taken over. Creating a link decides between two that start together: only one of them can succeed.
 */
type Owner = { pid: number; startedAt: string | null }

/** Locks the folder. @returns how to release it. @throws if a running program has it. */
export async function takeDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'server.lock')
  const mine = join(dataDir, `server.lock.${process.pid}`)
  const text = JSON.stringify({ pid: process.pid, startedAt: await startedAtOf(process.pid) } satisfies Owner)
  await writeFile(mine, text)
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      const taken = await link(mine, path).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false
          throw error
        },
      )
      if (taken) return () => rm(path, { force: true })
      await refuseOrClear(path, dataDir)
    }
    throw new Error(`Could not take ${dataDir}: several copies are starting in it at once`)
  } finally {
    await rm(mine, { force: true })
  }
}

async function refuseOrClear(path: string, dataDir: string): Promise<void> {
  const seen = await readFile(path, 'utf8').catch(() => null)
  if (seen === null) return
  const owner = parseOwner(seen)
  if (owner && owner.startedAt !== null && owner.startedAt === (await startedAtOf(owner.pid))) {
    throw new Error(
      `${dataDir} is in use by another copy of this program (process ${owner.pid}): stop it, or set DATA_DIR and PORT`,
    )
  }
  // Moved aside before deletion: if another start replaced it in the meantime, it gets its lock back.
  const aside = `${path}.${process.pid}.stale`
  await rename(path, aside).catch(() => undefined)
  const moved = await readFile(aside, 'utf8').catch(() => seen)
  if (moved !== seen) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

function parseOwner(text: string): Owner | null {
  try {
    return JSON.parse(text) as Owner
  } catch {
    return null
  }
}
