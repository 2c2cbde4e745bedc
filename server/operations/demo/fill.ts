import type { Client } from 'pg'
import { type Db, sql } from '#server/platform/db/database.ts'
import { recreateDatabase } from '#server/platform/db/embedded.ts'
import { newClient } from '#server/platform/db/hosts.ts'
import type { Program } from '#server/program.ts'

/** An arbitrary number, the same for every copy of the program: two that start together fill the demo once. */
const DEMO_LOCK = 7_215_044_104

/**
 * A table that exists while the demo is being written. Its past is one transaction, its accounts are created after it: if
 * the table exists at the next start, the demo is incomplete. Nobody has used the site then, since it does not listen yet.
 */
const MARK = 'demo_being_filled'

/** Fills a database that has no users yet; any other is left alone. @returns whether it did. */
export async function fillDemo(deps: Program['deps'], directUrl: string): Promise<boolean> {
  return withClient(directUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [DEMO_LOCK])
    if (await isMarked(client)) {
      throw new Error(
        'Filling this database with the demo was cut short: empty it, or start with another one',
      )
    }
    if ((await deps.db.query(sql`select id from users limit 1`)).length > 0) return false
    deps.log.info('Filling the empty database with the demo')
    await client.query(`CREATE TABLE ${MARK} ()`)
    const { seedDemo } = await import('./seed.ts')
    await seedDemo(deps)
    await client.query(`DROP TABLE ${MARK}`)
    return true
  })
}

/** Removes an incomplete demo from the embedded database, which only this process has open, to make way for a complete one. */
export async function clearHalfDemo(url: string, log: { warn(message: string): void }): Promise<void> {
  if (!(await withClient(url, isMarked))) return
  log.warn('Filling the demo was cut short last time: starting over with an empty database')
  await recreateDatabase(url)
}

/** Everyone knows the demo's passwords: a public site must not have its accounts by accident. */
export async function refuseDemoInPublic(db: Db): Promise<void> {
  const [found] = await db.query(sql`
    select id
    from users
    where email like '%@demo.test'
      and deleted_at is null
    limit 1
  `)
  if (!found) return
  throw new Error(
    'The database has the demo accounts, whose password is public, and others can reach this site: ' +
      'use another database, or set DEMO=1 to run the demo in public',
  )
}

const isMarked = async (client: Client): Promise<boolean> =>
  (await client.query('SELECT to_regclass($1) IS NOT NULL AS marked', [MARK])).rows[0].marked

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = newClient(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
