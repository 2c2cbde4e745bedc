import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { SESSION_SETTINGS } from './database.ts'
import { newClient } from './hosts.ts'

/** Migrations only go forward: numbered SQL files, each applied once, in order, in its own transaction. */
const FOLDER = join(import.meta.dirname, 'migrations')

/** An arbitrary number, the same for every copy of the program: two servers starting together migrate one after the other. */
const MIGRATION_LOCK = 7_215_044_103
/** A migration of a large table takes a while, as does a backup; beyond this, someone should look into it. */
const MAX_WAIT_MINUTES = 15
const MAX_WAIT = `${MAX_WAIT_MINUTES}min`
/** Whoever needs the table queues behind a migration that waits for it: it lets them pass before it tries again. */
const MAX_WAIT_FOR_TABLE = '2s'
const PAUSE_MS = 5_000
const LOCK_NOT_AVAILABLE = '55P03'

type Migration = { name: string; sql: string; checksum: string }

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const odd = names.find((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  if (odd) throw new Error(`A migration is named like 0001_what_it_does.sql, not ${odd}`)
  const twice = names.find((name, index) => names[index - 1]?.slice(0, 4) === name.slice(0, 4))
  if (twice) throw new Error(`Two migrations have the number of ${twice}`)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** A migration was rolled back because another session uses a table that it changes. */
class TableInUse extends Error {}

/** Applies it, as soon as its tables are free. @returns whether it did. */
async function apply(client: Client, migration: Migration): Promise<boolean> {
  const givesUpAt = performance.now() + MAX_WAIT_MINUTES * 60_000
  for (;;) {
    try {
      return await locked(client, () => applyNow(client, migration))
    } catch (error) {
      if (!(error instanceof TableInUse) || performance.now() > givesUpAt) throw error
      console.warn(
        `Migration ${migration.name} waits for a table that a backup or another transaction uses, ${MAX_WAIT} at most`,
      )
    }
    await wait(PAUSE_MS)
  }
}

/** Applies it, unless another process did in the meantime. @returns whether it did. */
async function applyNow(client: Client, { name, sql, checksum }: Migration): Promise<boolean> {
  const found = await client.query('SELECT FROM schema_migrations WHERE name = $1', [name])
  if (found.rows.length > 0) return false
  try {
    await client.query(`SET LOCAL lock_timeout = '${MAX_WAIT_FOR_TABLE}'`)
    await client.query(sql)
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE)
      throw new TableInUse(
        `Migration ${name} needs a table that another session uses: end that backup or transaction, which is in pg_stat_activity, then start again`,
        { cause: error },
      )
    throw new Error(`Migration ${name} failed: ${reasonOf(error as Error)}`, { cause: error })
  }
  await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
  return true
}

/**
 * Runs `work` in a transaction in which no other process migrates. The lock ends with the transaction, so that it also
 * works behind a pooler, which lends the session to others between transactions.
 */
async function locked<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    const free = await client.query('SELECT pg_try_advisory_xact_lock($1) AS is_mine', [MIGRATION_LOCK])
    if (!free.rows[0]?.is_mine) {
      console.warn(`Another process is migrating the database: waiting for it, ${MAX_WAIT} at most`)
      await client.query(`SET LOCAL lock_timeout = '${MAX_WAIT}'`)
      await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      await client.query('SET LOCAL lock_timeout = DEFAULT')
    }
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new Error(
      `Another process has been migrating the database for ${MAX_WAIT}: find it in pg_stat_activity, then start again`,
      { cause: error },
    )
  }
}

/** On a self-managed database only an administrator may be allowed to create extensions. */
function reasonOf({ message }: Error): string {
  const extension = /extension "(\w+)"/.exec(message)?.[1]
  if (!extension) return message
  return `${message}. Let an administrator of the database run "CREATE EXTENSION ${extension}" in it once, then start again`
}

/** A role may always change the defaults of its own sessions. */
async function setDefaults(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name')
  const database = client.escapeIdentifier(rows[0]?.name ?? '')
  for (const [name, value] of Object.entries(SESSION_SETTINGS))
    await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${database} SET ${name} = '${value}'`)
}

async function appliedTo(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations ORDER BY name',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** The checksum of each migration of this version, by its name. */
export const knownMigrations = async (): Promise<Map<string, string>> =>
  new Map((await readMigrations(FOLDER)).map(({ name, checksum }) => [name, checksum]))

/**
 * Brings the database at `url` up to date, or only applies the migrations in `only`. @returns the names of those applied.
 * @throws if an applied file has changed since, or the database is ahead of the program.
 */
export async function migrate(
  url: string,
  { folder = FOLDER, only }: { folder?: string; only?: ReadonlySet<string> } = {},
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => only?.has(name) ?? true)
  const client = newClient(url)
  await client.connect()
  try {
    await locked(client, async () => {
      await client.query(
        `CREATE TABLE IF NOT EXISTS schema_migrations (
           name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
      )
      await setDefaults(client)
    })
    const applied = await appliedTo(client)
    refuseChanged(migrations, applied)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    const done: string[] = []
    for (const migration of missing) if (await apply(client, migration)) done.push(migration.name)
    return done
  } finally {
    await client.end()
  }
}

/**
 * For a server that leaves migrating to `npm run migrate`. It may start again on what a newer build has migrated while it
 * was running: migrations leave what the build before needs. @throws naming what is missing or was changed.
 */
export async function refuseMissingMigrations(url: string): Promise<void> {
  const migrations = await readMigrations(FOLDER)
  const client = newClient(url)
  await client.connect()
  try {
    const { rows } = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS is_there")
    const applied = rows[0]?.is_there ? await appliedTo(client) : new Map<string, string>()
    const last = migrations.at(-1)?.name.slice(0, 4) ?? ''
    const newer = [...applied.keys()].filter((name) => name.slice(0, 4) > last)
    for (const name of newer) applied.delete(name)
    refuseChanged(migrations, applied)
    const missing = migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
    if (missing.length > 0)
      throw new Error(`The database lacks ${missing.join(', ')}, and MIGRATE is off: run npm run migrate`)
    if (newer.length > 0)
      console.warn(
        `A newer build has migrated the database (${newer.join(', ')}). Only the build just before it works on it too: start that newer build soon`,
      )
  } finally {
    await client.end()
  }
}

function refuseChanged(migrations: Migration[], applied: Map<string, string>): void {
  const [first] = migrations
  if (first && applied.has(first.name) && applied.get(first.name) !== first.checksum)
    throw new Error(
      'This database is from before the first release and cannot be upgraded: start with another DATA_DIR, or with an empty database in DATABASE_URL',
    )
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]))
  for (const [name, checksum] of applied) {
    if (!known.has(name)) {
      throw new Error(
        `The database has migration ${name}, which this version does not know: start a newer version`,
      )
    }
    if (known.get(name) !== checksum) {
      throw new Error(
        `Migration ${name} was applied before it was changed: undo the change and add a new file`,
      )
    }
  }
  const last = [...applied.keys()].sort().at(-1)
  const late = migrations.find(({ name }) => last !== undefined && name < last && !applied.has(name))
  if (late)
    throw new Error(`Migration ${late.name} comes before one that was applied: give it a higher number`)
}
