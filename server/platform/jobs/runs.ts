/** The last run of each job on any instance, in the database: what a process counts ends with it. */
import { type Db, sql } from '#server/platform/db/database.ts'

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
