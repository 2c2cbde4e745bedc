/** R12: a server refuses a database on which locks, notifications or constraints have no effect. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { proveEngine } from './engine.ts'

/** Shorter than in production, for messages that never arrive. */
const NOTICE_MS = 1_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The same database with replacements for some functions, which its sessions find first. */
async function engineWith(name: string, functions: string): Promise<string> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(`create schema ${name}; ${functions.replaceAll('@', name)}`)
  await client.end()
  return withOptions(`-csearch_path=${name},pg_catalog,public`)
}

function withOptions(options: string): string {
  const url = new URL(database.url)
  url.searchParams.set('options', options)
  return url.href
}

const refusalOf = (url: string, directUrl = url) =>
  proveEngine({ url, directUrl }, NOTICE_MS).then(
    () => 'accepted',
    (error: Error) => error.message,
  )

const noLock = (name: string, returns: string) =>
  `create function @.${name}(bigint) returns ${returns} language sql as 'select ${returns === 'void' ? 'null::void' : 'true'}';`

it('PostgreSQL is accepted, and nothing is left in it', async () => {
  expect(await refusalOf(database.url)).toBe('accepted')
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query("select relname from pg_class where relname like 'engine_proof%'")
  await client.end()
  expect(rows).toEqual([])
})

it('advisory locks that are taken and hold nothing are refused', async () => {
  const functions = [noLock('pg_advisory_xact_lock', 'void'), noLock('pg_advisory_xact_lock_shared', 'void')]
  const message = await refusalOf(await engineWith('no_locks', functions.join('')))
  expect(message).toContain('This database cannot keep the books')
  expect(message).toContain('advisory locks that exclude one another')
  expect(message).not.toContain('notifications')
})

it('shared advisory locks that shut out nobody, or everybody, are refused', async () => {
  const open = await engineWith('no_shared', noLock('pg_advisory_xact_lock_shared', 'void'))
  expect(await refusalOf(open)).toContain('advisory locks')
  const closed = `create function @.pg_try_advisory_xact_lock_shared(bigint) returns boolean language sql
    as 'select pg_catalog.pg_try_advisory_xact_lock($1)';`
  expect(await refusalOf(await engineWith('only_alone', closed))).toContain('advisory locks')
})

it('two addresses that lead to different databases are refused', async () => {
  const other = await createTestDatabase()
  const message = await refusalOf(database.url, other.url)
  await other.drop()
  expect(message).toContain('must lead to the same database')
})

it('notifications that do not arrive are refused', async () => {
  const functions = `create function @.pg_notify(text, text) returns void language sql as 'select null::void';`
  expect(await refusalOf(await engineWith('no_notice', functions))).toContain('notifications that arrive')
})

it('triggers and foreign keys that do not fire are refused', async () => {
  const message = await refusalOf(withOptions('-csession_replication_role=replica'))
  expect(message).toContain('constraints that refuse')
})

it('an engine that does not understand a question is quoted', async () => {
  const functions = `create function @.pg_notify(text, text) returns void language plpgsql
    as $$ begin raise exception 'not supported' using errcode = '0A000'; end $$;`
  expect(await refusalOf(await engineWith('old', functions))).toContain('(listen, pg_notify): not supported')
})
