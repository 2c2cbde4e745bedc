import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase, sql } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { refreshRanks } from '#server/season/campaigns/ranks.ts'

const CLUBS = 5_000
const BATCH = 5_000

/** A second database beside the bench's, with this many campaigns to discover. Returns its address. */
export async function createDiscovery(serverUrl: string, campaigns: number): Promise<string> {
  const name = `discovery_${campaigns}`
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  await withClient(serverUrl, (client) => client.query(`create database ${name}`))
  await migrate(address.href)
  await withClient(address.href, async (client) => {
    const at = new Date()
    await client.query(`begin; set local session_replication_role = replica; set local work_mem = '256MB'`)
    for (const file of ['fill.sql', 'discovery.sql'])
      await client.query(await readFile(join(import.meta.dirname, file), 'utf8'))
    await client.query('select bench.fill_people(1, 0, $1)', [at])
    await client.query('select bench.fill_clubs($1, $2)', [CLUBS, at])
    await client.query('select bench.fill_discovery(0, $1, $2, $3)', [campaigns - 1, CLUBS, at])
    await client.query('commit; analyze')
  })
  await rank(address.href)
  await withClient(address.href, (client) => client.query('vacuum (analyze)'))
  return address.href
}

/** As the product does it. */
async function rank(url: string): Promise<void> {
  const db = openDatabase({ url, connections: 1 })
  const ids = (await db.query<{ id: string }>(sql`select id from campaigns order by id`)).map(({ id }) => id)
  for (let start = 0; start < ids.length; start += BATCH)
    await refreshRanks(db, ids.slice(start, start + BATCH))
  await db.close()
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
