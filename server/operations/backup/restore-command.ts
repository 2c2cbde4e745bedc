import { constants, copyFileSync, existsSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Client } from 'pg'
import { checkInvariants, markAllBooks } from '#server/money/book-check/index.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { withFiles } from '#server/platform/config/env-files.ts'
import { keyFile, sealingOf } from '#server/platform/config/secret-key.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { runningEmbeddedUrl } from '#server/platform/db/embedded-running.ts'
import { newClient } from '#server/platform/db/hosts.ts'
import { knownMigrations, migrate } from '#server/platform/db/migrate.ts'
import { WrongKey } from '#server/platform/db/sealing.ts'
import { readRing } from '#server/platform/db/secrets.ts'
import { keepFilesPrivate } from '#server/platform/files/private-files.ts'
import { createLog } from '#server/platform/logs/log.ts'
import { copyIn, type Manifest, printOutcome, readManifest, verify } from './copy.ts'

/** npm run restore: into a new data folder or an empty database; then the books are checked. */
const USAGE = 'Usage: DATA_DIR=<new folder> npm run restore -- <backup>'

async function restore(backup: string): Promise<string> {
  const config = readConfig(withFiles(process.env))
  await keepFilesPrivate(config)
  const { dataDir, databaseUrl, databaseDirectUrl } = config
  if (!databaseUrl && (await runningEmbeddedUrl(dataDir)))
    throw new Error(`A server runs on ${dataDir}: stop it first, and restore into another folder`)
  const database = databaseUrl
    ? { url: databaseUrl, stop: async () => undefined }
    : await startEmbeddedPostgres({ dataDir, log: createLog('warn') })
  try {
    const url = databaseDirectUrl ?? database.url
    const target = { url, filesFolder: config.s3 ? null : join(dataDir, 'files') }
    const { madeAt, tables, files, keyFile: from = null } = await restoreBackup(target, resolve(backup))
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return `${rows} rows of ${tables.length} tables and ${files ?? 'no'} files of ${madeAt} are restored. ${await books(url)}${await key(url, config, from)}`
  } finally {
    await database.stop()
  }
}

/**
 * Empty if the key is already in place. On the machine of the backup the key's file may still exist: then it is copied next
 * to the restored database.
 */
async function key(url: string, config: Config, from: string | null): Promise<string> {
  if (await isOpened(url, config)) return ''
  const to = keyFile(config)
  if (config.secretKeys.length === 0 && config.databaseUrl === null && from && !existsSync(to)) {
    if (existsSync(from)) copyFileSync(from, to, constants.COPYFILE_EXCL)
    if (await isOpened(url, config)) return ` Its key was copied from ${from}.`
    rmSync(to, { force: true })
  }
  return `\nBefore you start it: set SECRET_KEY to that of the server it was backed up from, or copy its secret-key file to ${to}. If the key is lost: npm run rotate-keys -- --lost`
}

async function isOpened(url: string, config: Config): Promise<boolean> {
  const db = openDatabase({ url, connections: 1, sealing: sealingOf(config) })
  try {
    await readRing(db)
    return true
  } catch (error) {
    if (error instanceof WrongKey) return false
    throw error
  } finally {
    await db.close()
  }
}

async function books(url: string): Promise<string> {
  const db = openDatabase({ url, connections: 2 })
  try {
    await markAllBooks(db)
    const broken = await checkInvariants(db)
    if (broken.length === 0) return 'The books balance.'
    return `The books do not balance in ${broken.length} places. They did not balance when the backup was made either.`
  } finally {
    await db.close()
  }
}

type Target = { url: string; filesFolder: string | null }

/**
 * Fills an empty database, and the folder of uploaded files, from a backup; all or nothing of the database.
 * @throws in words, before anything is written, if the backup is damaged or of a newer version, or the database is not
 * empty.
 */
export async function restoreBackup({ url, filesFolder }: Target, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  await refuseUnknown(manifest)
  for (const table of manifest.tables) await verify(folder, table)
  await refuseFilled(url)
  // With the tables as of the backup's version; later migrations are then applied to the rows, as in any other update.
  await migrate(url, { only: new Set(manifest.migrations.map(({ name }) => name)) })
  await fill(url, folder, manifest)
  await migrate(url)
  if (filesFolder !== null && manifest.files)
    await cp(join(folder, 'files'), filesFolder, { recursive: true, preserveTimestamps: true })
  return manifest
}

async function refuseUnknown({ migrations }: Manifest): Promise<void> {
  const known = await knownMigrations()
  const unknown = migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (unknown)
    throw new Error(
      `The backup was made by another version of the program (its ${unknown.name} is not known here): restore it with that version or a newer one`,
    )
}

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = newClient(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const refuseFilled = (url: string): Promise<void> =>
  connected(url, async (client) => {
    const { rows } = await client.query("select to_regclass('schema_migrations') as there")
    if (rows[0].there !== null)
      throw new Error(
        'The database is not empty. A backup is restored into a new one: DATA_DIR=<new folder> npm run restore -- <backup>',
      )
  })

const fill = (url: string, folder: string, { tables }: Manifest): Promise<void> =>
  connected(url, async (client) => {
    await client.query('begin')
    // Rows that were once accepted are not checked again one by one; a check of the whole follows.
    await client.query('set local session_replication_role = replica').catch((error: Error) => {
      throw new Error(
        `Restoring needs a database user who may set session_replication_role: ${error.message}`,
      )
    })
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    for (const table of tables) await copyIn(client, folder, table)
    await client.query('commit')
    await client.query('analyze')
  })

const [backup, ...rest] = process.argv.slice(2)
await printOutcome(!backup || backup.startsWith('-') || rest.length > 0 ? USAGE : () => restore(backup))
