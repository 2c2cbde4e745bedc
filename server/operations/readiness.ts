import { statfs } from 'node:fs/promises'
import { countLateMails } from '#server/messaging/mails/index.ts'
import { countHeld } from '#server/money/book-check/index.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { within } from '#server/platform/base/within.ts'
import { first, sql } from '#server/platform/db/database.ts'
import { lastRuns } from '#server/platform/jobs/runs.ts'

/** What keeps the server from serving people, and what only needs attention. */
type Readiness = {
  isReady: boolean
  /** For the person who runs the server. */
  details: Record<string, string>
}

/** Proxies give up after a few seconds, and need to be told. */
const MAX_READ_MS = 3_000
/** With less than this, PostgreSQL or an upload can fail at any moment. */
const LEAST_FREE_BYTES = 200_000_000
const LATE_MINUTES = 10
const MINUTE_MS = 60_000

/** On the disk of the data folder; null if there is none, and database and files are elsewhere. */
export async function freeBytes({ config }: Pick<Deps, 'config'>): Promise<number | null> {
  const disk = await statfs(config.dataDir).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return disk && disk.bavail * disk.bsize
}

async function diskState(deps: Pick<Deps, 'config'>): Promise<string> {
  const free = (await freeBytes(deps)) ?? LEAST_FREE_BYTES
  return free < LEAST_FREE_BYTES ? `full: ${Math.floor(free / 1_000_000)} MB left` : 'ok'
}

/** Without an instance that runs jobs, none is queued either; this one should have succeeded every minute. */
const EVERY_MINUTE = 'settlements.advance'

/** A job that should have run some minutes ago, and that no instance is running. */
async function jobsState({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<string> {
  const [queue] = await db.query<{ isThere: boolean }>(
    sql`select to_regclass('jobs.job') is not null as is_there`,
  )
  if (!queue?.isThere) return 'not started yet'
  const since = new Date(clock.now().getTime() - LATE_MINUTES * MINUTE_MS)
  const late = first(
    await db.query<{ name: string }>(sql`
      select j.name
      from (
        select name, start_after as due_at
        from jobs.job
        where state in ('created', 'retry')
        union all
        select name, succeeded_at
        from (${lastRuns}) runs
        where name = ${EVERY_MINUTE}
      ) j
      where j.due_at < ${since}
        and not exists (
          select from jobs.job other
          where other.name = j.name
            and other.state = 'active'
        )
      order by j.due_at
      limit 1
    `),
  )
  return late ? `late: ${late.name}` : 'ok'
}

/** Mail that has been due for some minutes. */
async function mailState({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<string> {
  const now = clock.now()
  const since = new Date(now.getTime() - LATE_MINUTES * MINUTE_MS)
  const late = await countLateMails(db, now, since)
  return late === 0 ? 'ok' : `late: ${late}`
}

async function databaseDetails(deps: Deps): Promise<Record<string, string>> {
  const held = await countHeld(deps.db)
  const { hasReplica } = deps.db
  return {
    database: 'ok',
    ...(hasReplica ? { replica: (await deps.db.isReplicaReachable()) ? 'ok' : 'unreachable' } : {}),
    jobs: await jobsState(deps),
    mail: await mailState(deps),
    books: held === 0 ? 'ok' : `billing on hold: ${held}`,
  }
}

/** Called every few seconds by each proxy: only what another instance would do better makes this one not ready. */
export async function readinessOf(deps: Deps): Promise<Readiness> {
  const disk = await diskState(deps).catch(() => 'unreadable')
  const fromDatabase = await within(MAX_READ_MS, databaseDetails(deps)).catch(() => ({
    database: 'unreachable',
  }))
  const details = {
    ...(deps.readiness.isEnding ? { server: 'stopping' } : {}),
    disk,
    ...fromDatabase,
  }
  return {
    isReady: !deps.readiness.isEnding && disk === 'ok' && fromDatabase.database === 'ok',
    details,
  }
}
