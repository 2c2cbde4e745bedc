import { cp, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Client } from 'pg'
import { databaseForCommand } from '#server/operations/demo/index.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { withFiles } from '#server/platform/config/env-files.ts'
import { keyFile } from '#server/platform/config/secret-key.ts'
import { newClient } from '#server/platform/db/hosts.ts'
import { keepFilesPrivate } from '#server/platform/files/private-files.ts'
import { MARK } from '#server/platform/files/shared-folder.ts'
import { createLog } from '#server/platform/logs/log.ts'
import { copyOut, MANIFEST, type Manifest, newManifest, printOutcome, type Table, tablesOf } from './copy.ts'

/** npm run backup: a copy of the database and the uploaded files, even while the server runs. */
const USAGE = 'Usage: npm run backup [-- <new folder>]'

async function backup(given: string | undefined): Promise<string> {
  const config = readConfig(withFiles(process.env))
  await keepFilesPrivate(config)
  const now = systemClock.now()
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = resolve(given ?? join(`${config.dataDir}-backups`, stamp))
  // A backup before an upgrade is of the version before it.
  const database = await databaseForCommand(config, createLog('warn'), { migrates: false })
  try {
    const ownKeyFile = config.secretKeys.length > 0 || config.databaseUrl ? null : keyFile(config)
    const source = {
      keyFile: ownKeyFile,
      url: config.databaseDirectUrl ?? database.url,
      filesFolder: config.s3 ? null : join(config.dataDir, 'files'),
    }
    const { tables, files } = await writeBackup(source, folder, now)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const what = `${rows} rows of ${tables.length} tables`
    const key = ownKeyFile ?? 'SECRET_KEY'
    return `${what} and ${files === null ? 'no files (they are in the bucket)' : `${files} files`} are in ${folder}. The key to its secrets is not in it: keep a copy of ${key} in another place.`
  } finally {
    await database.stop()
  }
}

type Source = {
  url: string
  /** Null: uploaded files are in a bucket, which keeps its own. */
  filesFolder: string | null
  /** Named in the backup, not copied into it. */
  keyFile?: string | null
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Writes a copy of the database and the uploaded files as of one moment, while the server runs. The folder gets its name
 * once everything is in it.
 * @throws if something with that name already exists.
 */
export async function writeBackup(source: Source, folder: string, now: Date): Promise<Manifest> {
  if (await isThere(folder)) throw new Error(`${folder} is there already: choose another name`)
  const draft = `${folder}.part`
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  await mkdir(join(draft, 'tables'), { recursive: true, mode: 0o700 })
  const manifest = await copyTo(draft, source, now)
  await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, folder)
  return manifest
}

async function copyTo(draft: string, { url, filesFolder, keyFile }: Source, now: Date): Promise<Manifest> {
  const client = newClient(url)
  await client.connect()
  try {
    await refuseEmpty(client)
    // Copies files before the snapshot and after it, so that every file named in it exists, whatever was added or removed since.
    await copyFiles(filesFolder, draft)
    await client.query('begin isolation level repeatable read, read only')
    const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
      'select name, checksum from schema_migrations order by name',
    )
    const tables: Table[] = []
    for (const table of await tablesOf(client)) tables.push(await copyOut(client, draft, table))
    await client.query('commit')
    const files = await copyFiles(filesFolder, draft)
    return newManifest({ madeAt: now.toISOString(), migrations, tables, files, keyFile })
  } finally {
    await client.end()
  }
}

async function refuseEmpty(client: Client): Promise<void> {
  const { rows } = await client.query("select to_regclass('schema_migrations') is null as is_empty")
  if (rows[0].is_empty)
    throw new Error('The database is empty, so nothing was backed up: check DATABASE_URL or DATA_DIR')
}

/** How many there are by now; null if they are stored elsewhere. */
async function copyFiles(from: string | null, draft: string): Promise<number | null> {
  if (from === null) return null
  if (!(await isThere(from))) return 0
  const to = join(draft, 'files')
  await cp(from, to, { recursive: true, preserveTimestamps: true })
  return (await readdir(to, { recursive: true, withFileTypes: true })).filter(
    (one) => one.isFile() && one.name !== MARK,
  ).length
}

const [folder, ...rest] = process.argv.slice(2)
await printOutcome(rest.length > 0 || folder?.startsWith('-') ? USAGE : () => backup(folder))
