import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { addressOf, TEMPLATE } from './cluster.ts'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A database of one's own, migrated and empty: the run's template, copied file by file, which takes a tenth off a test. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(`TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)
}

/** A database without any tables, for tests of the migrations themselves. */
export function createBlankDatabase(): Promise<TestDatabase> {
  return createDatabase('')
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const clusterUrl = inject('clusterUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await command(clusterUrl, `CREATE DATABASE ${name} ${options}`)
  return {
    url: addressOf(clusterUrl, name),
    // FORCE: a connection that a test forgot must not fail the next one.
    drop: () => command(clusterUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

async function command(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
