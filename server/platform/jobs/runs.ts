import { type Db, sql } from '#server/platform/db/database.ts'

/** The last run of each job on any instance, in the database: what a process counts ends with it. */
const PREFIX = 'job '

export async function rememberRun(db: Db, job: string, run: { isGood: boolean; at: Date }): Promise<void> {
  const value = { isFailing: !run.isGood, ...(run.isGood ? { succeededAt: run.at.toISOString() } : {}) }
  await db.query(sql`
    insert into settings (name, value)
    values (${PREFIX + job}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = settings.value || excluded.value
  `)
}

/** A job that no longer exists must not stay failing. */
export async function forgetOtherRuns(db: Db, jobs: readonly string[]): Promise<void> {
  await db.query(sql`
    delete from settings
    where starts_with(name, ${PREFIX})
      and name <> all(${sql.param(jobs.map((job) => PREFIX + job))}::text[])
  `)
}

/** As rows of name, succeeded_at (null: never yet) and is_failing. */
export const lastRuns = sql`
  select
    substr(name, ${PREFIX.length + 1}) as name,
    (value ->> 'succeededAt')::timestamptz as succeeded_at,
    (value ->> 'isFailing')::boolean as is_failing
  from settings
  where starts_with(name, ${PREFIX})
`

type LastRuns = { name: string; succeededAt: Date | null; isFailing: boolean }

export const listLastRuns = (db: Db): Promise<LastRuns[]> => db.query(lastRuns)

/** How long an attempt at the card provider belongs to one worker, and how long the provider remembers its key. */
const MINUTE_MS = 60_000
/** Long enough for the card provider to respond; after it another worker may repeat the attempt under the same key. */
const LEASE_MS = 5 * MINUTE_MS
/** Beyond this the card provider may have forgotten the key, so it is asked before anything is repeated. */
const ASK_FIRST_AFTER_MS = 20 * 60 * MINUTE_MS

export const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

/** What was started before then is asked about before it is repeated. */
export const forgottenBefore = (now: Date): Date => new Date(now.getTime() - ASK_FIRST_AFTER_MS)

/** Earlier attempts have ended by now, or were lost with their rows: this one may repeat something that was made. */
export const mayBeRepeated = (startedAt: Date, now: Date): boolean =>
  now.getTime() - startedAt.getTime() >= LEASE_MS

export const mayBeForgotten = (startedAt: Date, now: Date): boolean =>
  now.getTime() - startedAt.getTime() > ASK_FIRST_AFTER_MS

/**
 * One after the other, or `width` at a time; a failure does not stop the rest. All failures are thrown together at the
 * end, so that the job counts as failed and runs again.
 */
export async function settleEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  width = 1,
): Promise<void> {
  const failures: unknown[] = []
  await sideBySide(width, items, (item) => work(item).catch((error) => failures.push(error)))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`)
}

/** At most `width` at a time, each started as soon as another has ended; results in the order of the items. */
export async function sideBySide<T, Result>(
  width: number,
  items: readonly T[],
  work: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index] as T)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
  return results
}

/**
 * Passes on added items in groups, one group at a time: while one is written the next gathers. `done` waits for everything
 * added so far; an error from `write` ends it.
 */
export function inGroups<T>(write: (group: readonly T[]) => Promise<void>): {
  add(item: T): void
  done(): Promise<void>
} {
  let gathered: T[] = []
  let writing: Promise<void> = Promise.resolve()
  const writeGathered = (): Promise<void> => {
    const group = gathered
    gathered = []
    return write(group)
  }
  return {
    add: (item) => {
      gathered.push(item)
      if (gathered.length > 1) return
      writing = writing.then(writeGathered)
      writing.catch(() => undefined)
    },
    done: () => writing,
  }
}
