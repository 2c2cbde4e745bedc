import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres, takeDataFolder } from '#server/platform/db/embedded.ts'
import { endOrphan } from '#server/platform/db/embedded-orphan.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { guardMoneyStates } from './money-states.ts'
import { SCRATCH_ROOTS, scratchRoot } from './scratch-root.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    clusterUrl: string
  }
}

/** What every test database is copied from: migrated once, then left alone. */
export const TEMPLATE = 'test_template'

/** One PostgreSQL for the run, thrown away afterwards, so it need not survive a power cut. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Files in memory use memory: no more log is kept than PostgreSQL needs.
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  // No database lives long enough to need it.
  autovacuum: 'off',
  // A plan made once is used for every test: they have few rows.
  plan_cache_mode: 'force_generic_plan',
  max_connections: '200',
  shared_buffers: '128MB',
}

export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  await clearAbandoned()
  const dataDir = await mkdtemp(join(scratchRoot(), 'pledgeraiser-test-'))
  const log = { info: () => undefined, warn: console.warn, error: console.error }
  const server = await startEmbeddedPostgres({ dataDir, log, settings: SETTINGS })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await createTemplate(server.url)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('clusterUrl', server.url)
  return stop
}

const ABANDONED_MS = 3_600_000

/** A run that was killed leaves its folder, perhaps with a server in it: the next run clears it away. */
async function clearAbandoned(): Promise<void> {
  for (const folder of await foldersOfRuns()) {
    try {
      if (Date.now() - (await stat(folder)).mtimeMs < ABANDONED_MS) continue
      await takeDataFolder(folder)
      await endOrphan(join(folder, 'postgres'), { warn: () => undefined })
      await rm(folder, { recursive: true, force: true })
    } catch {
      // It is in use, or belongs to another user: then this run must not clear it.
    }
  }
}

async function foldersOfRuns(): Promise<string[]> {
  const inEach = SCRATCH_ROOTS.map(async (root) => {
    const names = await readdir(root).catch(() => [])
    return names.filter((name) => name.startsWith('pledgeraiser-')).map((name) => join(root, name))
  })
  return (await Promise.all(inEach)).flat()
}

async function createTemplate(clusterUrl: string): Promise<void> {
  const client = new Client({ connectionString: clusterUrl })
  await client.connect()
  // A run opens thousands of connections, and a password is hashed this many times for each.
  await client.query('SET scram_iterations = 1')
  await client.query(`ALTER USER CURRENT_USER PASSWORD '${new URL(clusterUrl).password}'`)
  await client.query(`CREATE DATABASE ${TEMPLATE}`)
  await client.end()
  await migrate(addressOf(clusterUrl, TEMPLATE))
  await guardMoneyStates(addressOf(clusterUrl, TEMPLATE))
}

/** The same server, another database. */
export function addressOf(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}
