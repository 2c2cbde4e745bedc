import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { addressOf, TEMPLATE } from './cluster.ts'
import { forgetPools, KEPT_NAME, keepPools } from './kept-pools.ts'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** One that tests use in turn, and the connection that empties it. `shape`: what no test may leave changed. */
type Reused = { url: string; client: Client; empty: string; shape: string; uses: number }
type Shared = { freeDatabases?: Reused[] }

/** Once per worker: test files share the modules of one. */
const shared = globalThis as Shared
shared.freeDatabases ??= []
const free = shared.freeDatabases

/** What is deleted stays in the files: after this many tests the database is dropped. */
const MAX_USES = 50

/**
 * A separate database, migrated and empty. Making one takes as long as many a test, so it is one that an earlier test
 * has used, emptied; otherwise the run's template, copied file by file.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const reused = free.pop() ?? (await createReused())
  reused.uses += 1
  return { url: reused.url, drop: () => giveBack(reused) }
}

/** A copy of a database whose programs are closed: the same ids, the same rows. */
export async function copyDatabase(url: string): Promise<TestDatabase> {
  // Only a database without connections can be copied: the pool kept for it is ended.
  await forgetPools(url)
  await command(
    inject('clusterUrl'),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(url)}'`,
  )
  const copy = await createDatabase(`TEMPLATE ${nameOf(url)} STRATEGY FILE_COPY`)
  return { url: copy, drop: () => dropDatabase(copy) }
}

/** A database without any tables, for tests of the migrations themselves. */
export async function createBlankDatabase(): Promise<TestDatabase> {
  const url = await createDatabase('')
  return { url, drop: () => dropDatabase(url) }
}

async function createReused(): Promise<Reused> {
  const url = await createDatabase(`TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)
  const client = new Client({ connectionString: url })
  // It is ended with its database, or by a test that ends all connections: then the next statement says so.
  client.on('error', () => undefined)
  await client.connect()
  // No references, counts or guards are needed while all rows are deleted.
  await client.query('set session_replication_role = replica')
  keepPools(url)
  return { url, client, empty: await statementThatEmpties(client), shape: await shapeOf(client), uses: 0 }
}

async function giveBack(reused: Reused): Promise<void> {
  const isEmpty = reused.uses < MAX_USES && (await makeEmpty(reused).catch(() => false))
  if (isEmpty) free.push(reused)
  else await dropReused(reused)
}

async function dropReused({ url, client }: Reused): Promise<void> {
  await client.end().catch(() => undefined)
  await forgetPools(url)
  await dropDatabase(url)
}

/** From here on databases are new ones again. */
export async function dropFreeDatabases(): Promise<void> {
  for (const one of free.splice(0)) await dropReused(one)
}

/** False where a test changed more than rows. */
async function makeEmpty({ client, empty, shape }: Reused): Promise<boolean> {
  await client.query(empty)
  return (await shapeOf(client)) === shape
}

/** A function of the session's own, so that PostgreSQL plans it once: only tables that have rows are emptied. */
async function statementThatEmpties(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'schema_migrations'`)
  const each = rows.map(({ name }) => `if exists (select from ${name}) then delete from ${name}; end if;`)
  await client.query(`
    create function pg_temp.make_empty() returns void language plpgsql as $$
    begin
      -- What a test left open must hold no lock; pools that are put by have this name.
      perform pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name <> '${KEPT_NAME}';
      ${each.join('\n')}
    end $$`)
  return 'select pg_temp.make_empty()'
}

/** A text that differs after a change of tables, functions, triggers, settings or the planner's statistics. */
async function shapeOf(client: Client): Promise<string> {
  const { rows } = await client.query({ name: 'shape', text: SHAPE, rowMode: 'array' })
  return JSON.stringify(rows)
}
const LAST_CHANGE = `count(*), max(xmin::text::bigint)`
const OWN = `in (select oid from pg_namespace where nspname !~ '^pg_')`
const SHAPE = `
  select ${LAST_CHANGE} from pg_class where relnamespace ${OWN}
  union all select ${LAST_CHANGE} from pg_attribute
  union all select ${LAST_CHANGE} from pg_index
  union all select ${LAST_CHANGE} from pg_constraint
  union all select ${LAST_CHANGE} from pg_trigger
  union all select ${LAST_CHANGE} from pg_proc where pronamespace ${OWN}
  union all select ${LAST_CHANGE} from pg_namespace where nspname !~ '^pg_'
  union all select ${LAST_CHANGE} from pg_statistic
  union all select ${LAST_CHANGE} from schema_migrations
  union all select ${LAST_CHANGE} from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database())`

async function createDatabase(options: string): Promise<string> {
  const clusterUrl = inject('clusterUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await command(clusterUrl, `CREATE DATABASE ${name} ${options}`)
  return addressOf(clusterUrl, name)
}

/** FORCE: a connection that a test forgot must not fail the next one. */
const dropDatabase = (url: string) =>
  command(inject('clusterUrl'), `DROP DATABASE IF EXISTS ${nameOf(url)} WITH (FORCE)`)

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

async function command(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
