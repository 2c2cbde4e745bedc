import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { newClient } from '#server/platform/db/hosts.ts'
import { knownMigrations, migrate } from '#server/platform/db/migrate.ts'
import { copyIn, verify } from './copy.ts'
import { type Manifest, readManifest } from './manifest.ts'

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
