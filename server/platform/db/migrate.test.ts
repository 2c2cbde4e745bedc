import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBlankDatabase, type TestDatabase } from '#tests/database.ts'
import { migrate, refuseMissingMigrations } from './migrate.ts'

let database: TestDatabase
let folder: string
const add = (name: string, sql: string) => writeFile(join(folder, name), sql)
const run = () => migrate(database.url, { folder })

async function select<Row extends object>(statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<Row>(statement)
  await client.end()
  return rows
}

const rowsOf = async (table: string) =>
  (await select<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n

/** A session that holds the table as a backup does, and a migration that needs it alone. */
async function readerOfThings(): Promise<Client> {
  await add('0001_first.sql', 'CREATE TABLE things (id int)')
  await run()
  await add('0002_wider.sql', 'ALTER TABLE things ADD COLUMN name text')
  const reader = new Client({ connectionString: database.url })
  await reader.connect()
  await reader.query('begin')
  await reader.query('select from things')
  return reader
}

beforeEach(async () => {
  database = await createBlankDatabase()
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await database.drop()
  await rm(folder, { recursive: true })
})

describe('migrating the database', () => {
  it('applies each file once, in order', async () => {
    await add('0002_more.sql', 'INSERT INTO things VALUES (1)')
    await add('0001_first.sql', 'CREATE TABLE things (id int)')
    expect(await run()).toEqual(['0001_first.sql', '0002_more.sql'])
    expect(await run()).toEqual([])
    await add('0003_last.sql', 'INSERT INTO things VALUES (2)')
    expect(await run()).toEqual(['0003_last.sql'])
    expect(await rowsOf('things')).toBe(2)
  })

  it('runs once when several servers start together', async () => {
    await add('0001_first.sql', 'CREATE TABLE things (id int); INSERT INTO things VALUES (1)')
    const applied = await Promise.all([run(), run(), run()])
    expect(applied.flat()).toEqual(['0001_first.sql'])
    expect(await rowsOf('things')).toBe(1)
  })

  it('rolls back a file that fails, and names it', async () => {
    await add('0001_first.sql', 'CREATE TABLE things (id int); SELECT 1/0')
    await expect(run()).rejects.toThrow('0001_first.sql failed: division by zero')
    await add('0001_first.sql', 'CREATE TABLE things (id int)')
    expect(await run()).toEqual(['0001_first.sql'])
  })

  it('gives way to the site while another session uses its table, says so, and tries again', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const reader = await readerOfThings()
    try {
      const applied = run()
      await vi.waitFor(() => expect(warn).toHaveBeenCalled(), 30_000)
      expect(warn.mock.calls[0]?.[0]).toContain('0002_wider.sql waits for a table')
      expect(await rowsOf('things')).toBe(0)
      await reader.query('commit')
      expect(await applied).toEqual(['0002_wider.sql'])
    } finally {
      await reader.end()
    }
  })

  it('gives up on a table that stays in use, and says what to do', async () => {
    let minutes = 0
    const now = performance.now.bind(performance)
    // Of the migration only: a connection is ended when its server seems to have been silent for so long.
    vi.spyOn(performance, 'now').mockImplementation(() => {
      if (!new Error().stack?.includes('/migrate.ts')) return now()
      minutes += 16
      return minutes * 60_000
    })
    const reader = await readerOfThings()
    try {
      await expect(run()).rejects.toThrow(/0002_wider.sql .* pg_stat_activity, then start again/)
    } finally {
      await reader.end()
    }
  })

  it('says who can create an extension it has no right to', async () => {
    await add('0001_first.sql', 'CREATE EXTENSION no_such_extension')
    await expect(run()).rejects.toThrow(
      /Let an administrator of the database run "CREATE EXTENSION no_such_extension" in it once, then start again/,
    )
  })

  it('refuses a file that was changed after it was applied', async () => {
    await add('0001_first.sql', 'CREATE TABLE things (id int)')
    await add('0002_more.sql', 'INSERT INTO things VALUES (1)')
    await run()
    await add('0002_more.sql', 'INSERT INTO things VALUES (2)')
    await expect(run()).rejects.toThrow('applied before it was changed')
  })

  it('refuses a database whose first file is another one, and says what to start with', async () => {
    await add('0001_first.sql', 'CREATE TABLE things (id int)')
    await add('0002_more.sql', 'INSERT INTO things VALUES (1)')
    await run()
    await rm(join(folder, '0002_more.sql'))
    await add('0001_first.sql', 'CREATE TABLE things (id int); INSERT INTO things VALUES (1)')
    await expect(run()).rejects.toThrow(
      'This database is from before the first release and cannot be upgraded: start with another DATA_DIR, or with an empty database in DATABASE_URL',
    )
  })

  it('refuses a newer database, a late file, and odd or duplicate names', async () => {
    await add('0002_second.sql', 'CREATE TABLE things (id int)')
    await run()
    await add('0001_late.sql', 'SELECT 1')
    await expect(run()).rejects.toThrow('higher number')
    await add('0002_again.sql', 'SELECT 1')
    await expect(run()).rejects.toThrow('Two migrations')
    await add('notes.sql', 'SELECT 1')
    await expect(run()).rejects.toThrow('named like')
    await Promise.all(
      ['0001_late.sql', '0002_again.sql', '0002_second.sql', 'notes.sql'].map((name) =>
        rm(join(folder, name)),
      ),
    )
    await expect(run()).rejects.toThrow('newer version')
  })
})

describe('a server that leaves migrating to npm run migrate', () => {
  const start = () => refuseMissingMigrations(database.url)
  const LATER = `INSERT INTO schema_migrations (name, checksum) VALUES ('9998_later.sql', 'x')`
  const OWN_LAST = `name = (SELECT max(name) FROM schema_migrations WHERE name < '9998')`

  it('starts again beside a newer build that has migrated the database, and says so', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await migrate(database.url)
    await start()
    expect(warn).not.toHaveBeenCalled()
    await select(LATER)
    await start()
    expect(warn).toHaveBeenCalledOnce()
    expect(warn.mock.calls[0]?.[0]).toMatch(/newer build.*9998_later\.sql.*start that newer build soon/)
  })

  it.each([
    [
      'was changed',
      `UPDATE schema_migrations SET checksum = 'x' WHERE ${OWN_LAST}`,
      'before the first release',
    ],
    [
      'is missing',
      `DELETE FROM schema_migrations WHERE ${OWN_LAST}`,
      'and MIGRATE is off: run npm run migrate',
    ],
    [
      'is followed by an unknown one that is no newer',
      `INSERT INTO schema_migrations (name, checksum) VALUES ('0001_schema_of_others.sql', 'x')`,
      'which this version does not know',
    ],
  ])('refuses a newer database in which a migration of its own %s', async (_, change, reason) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await migrate(database.url)
    await select(LATER)
    await select(change)
    await expect(start()).rejects.toThrow(reason)
  })
})

describe('the schema', () => {
  it('says of every table and view what one row is', async () => {
    await migrate(database.url)
    const withoutComment = await select<{ name: string }>(`
      select c.oid::regclass::text as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'v') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
         and c.relname <> 'schema_migrations' and obj_description(c.oid, 'pg_class') is null`)
    expect(withoutComment).toEqual([])
  })
})
