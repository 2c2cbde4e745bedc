import { Client } from 'pg'
import { type Db, sql } from '#server/db/database.ts'
import type { Program } from '#server/program.ts'

/** Any number, the same for every copy of the program: two that start together fill the demo once. */
const DEMO_LOCK = 7_215_044_104

/** Fills a database that has no users yet; any other is left alone. Answers whether it did. */
export async function fillDemo(deps: Program['deps'], directUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: directUrl })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [DEMO_LOCK])
    if ((await deps.db.query(sql`select id from users limit 1`)).length > 0) return false
    deps.log.info('Filling the empty database with the demo')
    const { seedDemo } = await import('./seed.ts')
    await seedDemo(deps)
    return true
  } finally {
    await client.end()
  }
}

/** Everybody knows the demo's passwords: a site that others can reach must not have its accounts by accident. */
export async function refuseDemoInPublic(db: Db): Promise<void> {
  const [found] = await db.query(
    sql`select id from users where email like '%@demo.test' and deleted_at is null limit 1`,
  )
  if (!found) return
  throw new Error(
    'The database has the demo accounts, whose password is public, and others can reach this site: ' +
      'use another database, or set DEMO=1 to run the demo in public',
  )
}
