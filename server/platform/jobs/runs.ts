/** The last run of each job on any instance, in the database: what a process counts ends with it. */
import { type Db, sql } from '#server/platform/db/database.ts'

const PREFIX = 'job '

export async function rememberSuccess(db: Db, job: string, at: Date): Promise<void> {
  await db.query(sql`
    insert into settings (name, value)
    values (${PREFIX + job}, jsonb_build_object('succeededAt', ${at.toISOString()}::text))
    on conflict (name) do update set value = excluded.value
  `)
}

/** As rows of name and succeeded_at. */
export const lastRuns = sql`
  select
    substr(name, ${PREFIX.length + 1}) as name,
    (value ->> 'succeededAt')::timestamptz as succeeded_at
  from settings
  where starts_with(name, ${PREFIX})
`

export const listLastRuns = (db: Db): Promise<{ name: string; succeededAt: Date }[]> => db.query(lastRuns)
