import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { addressOf } from '#tests/cluster.ts'

export type ThrowAwayDatabase = { url: string; drop(): Promise<void> }

/**
 * A migrated, empty database that no one else uses: on the server of DATABASE_URL where that is set, otherwise
 * on an embedded one in a temporary folder. Existing data is never opened.
 */
export async function createThrowAwayDatabase(
  env: Record<string, string | undefined>,
): Promise<ThrowAwayDatabase> {
  const server = env.DATABASE_DIRECT_URL || env.DATABASE_URL
  const made = server ? await createOn(server) : await startTemporary()
  try {
    await migrate(made.url)
    return made
  } catch (error) {
    await made.drop()
    throw error
  }
}

async function createOn(server: string): Promise<ThrowAwayDatabase> {
  const name = `season_${randomBytes(6).toString('hex')}`
  await command(server, `CREATE DATABASE ${name}`)
  return {
    url: addressOf(server, name),
    drop: () => command(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

async function command(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** It exists for seconds, so it need not survive a power cut. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

async function startTemporary(): Promise<ThrowAwayDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pledgeraiser-season-'))
  const log = { info: () => undefined, warn: console.warn, error: console.error }
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    const { url, stop } = await startEmbeddedPostgres({ dataDir, log, settings: SETTINGS })
    return { url, drop: () => stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
